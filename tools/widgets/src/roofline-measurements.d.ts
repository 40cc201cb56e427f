// measurements.mjs writes it, out of the book's measurements and counts; esbuild puts it in the bundle.
declare module "roofline-measurements.json" {
  const measurements: import("./simulators/roofline/roof.ts").Measurements;
  export default measurements;
}
