import type { Reading, Scene } from './scene.ts';
import { isGlued, skipPhrase, textAt } from './tokens.ts';

const leads = [
  'my name is',
  'my full name is',
  'name is',
  'i am called',
  'call me',
  "my name's",
  'मेरा नाम',
  'मेरा पूरा नाम',
  'नाम है',
  'mera naam',
  'mera name',
  'mera nam',
  'myself',
];
const speaking = /^(?:speaking|here|calling)$/;
const titles = [
  'mr',
  'mrs',
  'ms',
  'dr',
  'prof',
  'shri',
  'smt',
  'श्री',
  'श्रीमती',
  'डॉ',
  'mr .',
  'mrs .',
  'ms .',
  'dr .',
  'prof .',
  'smt .',
  'डॉ .',
];
const ends =
  /^(?:and|है|हैं|hai|hain|he|from|i|but|so|speaking|here|calling|और|aur|to|with|my|at|for|on|please|when|later|back|if|about|today|tomorrow|now|the|a|an|not|what|wrong|kya|क्या|in|is)$/;
const longestName = 4;

/** A name that is introduced as one: "my name is …", "this is … speaking", "मेरा नाम … है", "Dr. …". Names that nobody introduces are learned from annotations. */
export function readPerson(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const title = skipPhrase(tokens, at, titles);
  if (title !== undefined) return isWrittenLarge(scene, title) ? takeName(scene, title) : undefined;
  if (isGlued(tokens, at)) return undefined;
  if (leads.some((lead) => endsAt(scene, lead, at))) {
    const isCall = textAt(tokens, at - 2) === 'call';
    return isCall && !isWrittenLarge(scene, at) ? undefined : takeName(scene, at);
  }
  if (endsAt(scene, 'this is', at) || endsAt(scene, 'i am', at) || endsAt(scene, "i'm", at)) {
    const name = takeName(scene, at);
    return name !== undefined && speaking.test(textAt(tokens, name.next)) ? name : undefined;
  }
  return undefined;
}

function endsAt({ tokens }: Scene, lead: string, at: number): boolean {
  const words = lead.split(' ');
  return words.every((word, index) => textAt(tokens, at - words.length + index) === word);
}

function takeName(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  let next = at;
  const isLarge = isWrittenLarge(scene, at);
  while (
    next < tokens.length &&
    next - at < longestName &&
    tokens[next]?.kind === 'word' &&
    !ends.test(textAt(tokens, next)) &&
    !speaking.test(textAt(tokens, next)) &&
    (!isLarge || next === at || isWrittenLarge(scene, next))
  )
    next++;
  if (next === at) return undefined;
  const from = tokens[at]?.start ?? 0;
  const to = tokens[next - 1]?.end ?? from;
  return { next, value: scene.aligned.original.slice(scene.aligned.starts[from], scene.aligned.ends[to - 1]) };
}

function isWrittenLarge(scene: Scene, at: number): boolean {
  const start = scene.tokens[at]?.start;
  return start !== undefined && /^[\p{Lu}\p{Lo}]/u.test(scene.aligned.original.slice(scene.aligned.starts[start]));
}
