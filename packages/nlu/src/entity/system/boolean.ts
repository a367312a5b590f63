import type { Reading, Scene } from './scene.ts';
import { skipPhrase, textAt } from './tokens.ts';

const yes = [
  'yes',
  'yeah',
  'yep',
  'yup',
  'ya',
  'yess',
  'sure',
  'of course',
  'ok',
  'okay',
  'okey',
  'correct',
  'right',
  'absolutely',
  'definitely',
  'certainly',
  'true',
  'affirmative',
  'yes please',
  'that is right',
  "that's right",
  'हां',
  'हा',
  'जी',
  'जी हां',
  'हां जी',
  'बिल्कुल',
  'जी बिल्कुल',
  'ठीक है',
  'सही',
  'सही है',
  'अवश्य',
  'ज़रूर',
  'जरूर',
  'haan',
  'han',
  'haa',
  'haan ji',
  'ji haan',
  'ji han',
  'ji',
  'ji bilkul',
  'bilkul',
  'theek hai',
  'thik hai',
  'sahi hai',
  'zaroor',
  'zarur',
  'jarur',
];
const no = [
  'no',
  'nope',
  'nah',
  'not really',
  'no thanks',
  'no thank you',
  'never',
  'of course not',
  'absolutely not',
  'certainly not',
  'definitely not',
  'not at all',
  'false',
  'negative',
  'नहीं',
  'नही',
  'ना',
  'जी नहीं',
  'मत',
  'बिल्कुल नहीं',
  'nahi',
  'nahin',
  'nhi',
  'nai',
  'naa',
  'ji nahi',
  'ji nahin',
  'bilkul nahi',
  'bilkul nahin',
];
/** Words that may follow a yes or a no that answers; "no money" does not. */
const followers =
  /^(?:please|thanks|thank|i|we|it|that|this|sir|madam|bhai|ji|जी|मैं|main|mujhe|मुझे|चाहिए|chahiye|hai|है|you|the|go|do|but|and)$/;

/** A yes or a no that answers: at the beginning of a clause and not part of what it says. */
export function readBoolean(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const isStart = at === 0 || /^[,.!?;।:-]$/.test(textAt(tokens, at - 1));
  if (!isStart) return undefined;
  const yesNext = skipPhrase(tokens, at, yes);
  const noNext = skipPhrase(tokens, at, no);
  let next = Math.max(yesNext ?? 0, noNext ?? 0);
  if (next === 0) return undefined;
  const isYes = (yesNext ?? 0) > (noNext ?? 0);
  // "Haan theek hai" says it twice.
  for (let more = skipPhrase(tokens, next, isYes ? yes : no); more !== undefined; more = skipPhrase(tokens, next, isYes ? yes : no))
    next = more;
  const after = tokens[next];
  if (after !== undefined && after.kind !== 'mark' && !followers.test(after.text)) return undefined;
  if (/^(?:right|true)$/.test(textAt(tokens, at)) && after?.kind === 'word') return undefined;
  return { next, value: String(isYes), data: { isYes } };
}
