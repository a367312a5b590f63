import { randomBytes } from 'node:crypto';

/**
 * Texts from outside stand in fences that nobody can guess, and are told to be data: an instruction inside them is read like any other
 * sentence.
 */
export function fenced(kind: string, text: string): string {
  const fence = randomBytes(6).toString('hex');
  return `<${kind}-${fence}>\n${text}\n</${kind}-${fence}>`;
}
