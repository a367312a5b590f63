/** An address stays as it is: what would be escaped in it becomes part of the link. */
const signs = /((?:https?:\/\/|www\.)[^\s<>`*[\]\\|~]+)|[\\`*_[\]<>~#|]/gu;

/** Writes a line so that no sign of it is markup. */
export const escapeMarkdown = (line: string): string =>
  line.replace(signs, (sign: string, address: string | undefined) => address ?? `\\${sign}`).replace(/^(\s*)([-+])(?=\s)/u, '$1\\$2');
