declare module "jstat" {
  const jStat: {
    readonly normal: { readonly inv: (p: number, mean: number, sd: number) => number };
    readonly binomial: { readonly cdf: (k: number, n: number, p: number) => number };
  };
  // biome-ignore lint/style/noDefaultExport: the library has no other
  export default jStat;
}
