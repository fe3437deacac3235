/** Whether a filter of jq or yq reaches beyond its input. */

/**
 * `env`, `$ENV`, `import` and `include` outside of strings. Strings are set aside only where neither interpolation nor
 * comments could make a quote mean something else. A name behind a dot is a field.
 */
function jqReaches(program: string): boolean {
  const code = /\\\(|#/.test(program) ? program : program.replace(/"(?:[^"\\]|\\[\s\S])*"/g, '""');
  return (
    /\$\s*(?:ENV|__prog)/.test(code) ||
    /(?<![.\w$])(?:\w+::)?env\b(?!\s*:[^:])/.test(code) ||
    /(?<![.\w$])(?:import|include|modulemeta|get_search_list|input_filename_of)\b/.test(code)
  );
}

/** Also one that stands in a file. yq has two families; what either would do with the expression counts. */
export const filterReaches = (program: string, text: string): boolean =>
  program === "yq" ? /env|ENV|load|import|include|system|split_doc|eval/.test(text) : jqReaches(text);
