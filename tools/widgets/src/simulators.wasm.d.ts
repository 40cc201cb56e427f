// esbuild puts the compiled counting code (wasm.mjs) in the bundle as base64.
declare module "simulators.wasm" {
  const base64: string;
  export default base64;
}
