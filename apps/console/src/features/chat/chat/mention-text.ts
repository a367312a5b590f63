/** Words behind an '@' that somebody is writing: where the sign stands, and what is written of the name. */
export type MentionStart = { at: number; name: string };

const longestName = 40;

/** @param caret where the writer is. @returns undefined where no name is being written */
export function mentionAt(text: string, caret: number): MentionStart | undefined {
  const at = text.lastIndexOf('@', caret - 1);
  if (at === -1 || caret - at - 1 > longestName) return undefined;
  const before = text[at - 1];
  const name = text.slice(at + 1, caret);
  // An address has letters before its sign, and a name ends with its line or after its second word.
  if ((before !== undefined && /[\p{L}\p{N}]/u.test(before)) || /\n|^\s|\s.*\s/.test(name)) return undefined;
  return { at, name };
}

/** Puts a name in the place of what is written of it. */
export function insertMention(text: string, caret: number, { at }: MentionStart, name: string): { text: string; caret: number } {
  const sign = `@${name} `;
  return { text: text.slice(0, at) + sign + text.slice(caret).replace(/^ /, ''), caret: at + sign.length };
}

/** Those whose names still stand in the text. */
export const mentionedIn = <T extends { name: string }>(text: string, chosen: readonly T[]): T[] =>
  chosen.filter(({ name }) => text.includes(`@${name}`));
