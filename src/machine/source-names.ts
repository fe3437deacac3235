/** Names of code and documents. */

/** Code and documents show examples; what a secret stands in there, stands in any other file too. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|pyi?|rb|rs|go|java|kt|c|cc|cpp|h|hpp|cs|php|swift|lua|vim|el|fish|z?sh|bash|pl|r|jl|mdx?|mdc|rst|html?|s?css|svg|png|jpe?g|gif|map|snap|tmpl|adoc|lock)$/;
export const isSource = (name: string): boolean => SOURCE.test(name);
