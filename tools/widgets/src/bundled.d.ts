// esbuild puts the compiled counting code (wasm.mjs) in the bundle as base64.
declare module "simulators.wasm" {
  const base64: string;
  export default base64;
}

// And the kernels of the simulators as text.
declare module "*.cu" {
  const text: string;
  export default text;
}
declare module "*.ptx" {
  const text: string;
  export default text;
}
