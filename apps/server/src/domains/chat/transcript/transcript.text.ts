import type { TranscriptLine } from './transcript.lines.ts';

/** @property facts names and values above the conversation */
export type Transcript = { title: string; facts: [name: string, value: string][]; lines: TranscriptLine[] };

/** The transcript as plain text. Further lines of a message stand indented, so that nobody writes a line in the name of another. */
export function writeText({ title, facts, lines }: Transcript): string {
  const head = [title, ...facts.map(([name, value]) => `${name}: ${value}`)].map(flat);
  return `${[...head, '', ...lines.map(textLine)].join('\r\n')}\r\n`;
}

const flat = (text: string): string => text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');

function textLine({ kind, at, author, text, file }: TranscriptLine): string {
  const words = [text, file && `[File: ${flat(file)}]`]
    .filter(Boolean)
    .join('\n')
    .replaceAll(/\r\n|[\r\n\u2028\u2029]/g, '\r\n    ');
  if (kind === 'system') return `${at}  - ${words}`;
  return `${at}  ${kind === 'note' ? 'Internal note of ' : ''}${flat(author)}: ${words}`;
}
