import { FormField, type FormFieldKind, hasOptions } from './field.ts';
import { formLimits } from './limits.ts';

/** @property taken names that other fields have already @property kind chosen by the writer; left out: it is guessed */
export type Guessing = { language: string; newId(): string; taken?: Iterable<string>; kind?: FormFieldKind };

/** Words by which a kind is known, the first that fits; English and Hindi. */
const hints: readonly (readonly [FormFieldKind, RegExp])[] = [
  ['consent', /\b(i (agree|accept|consent|confirm)|consent|terms and conditions)\b|सहमत|सहमति/i],
  ['signature', /\b(signature|sign here)\b|हस्ताक्षर/i],
  ['photo', /\b(photo|photograph|selfie|picture of)\b|तस्वीर|फ़ोटो|फोटो/i],
  ['file', /\b(upload|attach(ment)?|document|file|copy of|pdf)\b|दस्तावेज़|दस्तावेज|फ़ाइल/i],
  ['email', /\be-?mails?\b|ई-?मेल/i],
  ['phone', /\b(phone|mobile|telephone|whatsapp number|contact number)\b|फ़ोन|फोन|मोबाइल/i],
  ['date', /\b(date|dob|birthday|born on|which day)\b|तारीख|तिथि|जन्मदिन/i],
  ['time', /\b(what time|time of day|preferred time|at what time)\b|कितने बजे|किस समय/i],
  ['rating', /\b(rate|rating|how (satisfied|happy|likely)|out of (five|ten|5|10))\b|रेटिंग|कितने संतुष्ट/i],
  ['location', /\b(location|where are you now)\b|लोकेशन|स्थान/i],
  ['longText', /\b(address|describe|description|comments?|remarks?|details|feedback|explain|tell us|why)\b|पता|विवरण|टिप्पणी|बताइए|क्यों/i],
  [
    'number',
    /\b(age|amount|income|salary|price|cost|quantity|how (many|much|old)|number of|count|years|months)\b|आयु|उम्र|राशि|आय|वेतन|कितने|कितनी/i,
  ],
  ['yesNo', /^(do|does|did|are|is|was|were|have|has|had|can|could|will|would|should|may) .*\?$|^क्या /i],
];

const bullet = /^(?:[-*•–·]|\d{1,3}[.)]|[a-z][.)])\s+/i;
const optionLine = /^(?:[-*•]\s*)?(?:(\[\s?x?\]|☐|☑)|(\(\s?\)|○|◯|⚪))\s*(.+)$/;
const listed = /^(.{2,}?)\s*(?::\s*(.+)|\(([^()]+)\)\s*\??)$/;
const required = /\s*(?:\*|\((?:required|mandatory|ज़रूरी|अनिवार्य)\))\s*$/i;
const optional = /\s*\((?:optional|if any|वैकल्पिक)\)\s*$/i;

type Line = { label: string; kind: FormFieldKind; isRequired: boolean; options: string[] };

/** Fields of lines that somebody has typed or pasted: a line is a question, and lines with a box or a circle are options of the one above. */
export function guessFields(text: string, { language, newId, taken = [], kind }: Guessing): FormField[] {
  const names = new Set(taken);
  return readLines(text, kind)
    .slice(0, formLimits.fields)
    .map((line) => {
      const name = nameOf(line, names);
      names.add(name);
      return FormField.parse({
        id: newId(),
        name: line.kind === 'note' || line.kind === 'picture' ? '' : name,
        kind: line.kind,
        label: { [language]: line.label },
        required: line.isRequired ? 'true' : '',
        options: hasOptions(line)
          ? {
              kind: 'fixed',
              items: line.options.slice(0, formLimits.options).map((title) => ({ id: newId(), title: { [language]: title } })),
            }
          : null,
      });
    });
}

function readLines(text: string, kind: FormFieldKind | undefined): Line[] {
  const lines: Line[] = [];
  for (const given of text.split(/\r?\n/)) {
    const option = optionLine.exec(given.trim());
    const last = lines.at(-1);
    if (option && last) {
      last.options.push((option[3] ?? '').trim().slice(0, 200));
      if (!hasOptions(last)) last.kind = option[1] === undefined ? 'choice' : 'choices';
      continue;
    }
    const line = given.trim().replace(bullet, '').trim();
    if (line !== '') lines.push(readLine(line, kind));
  }
  return lines;
}

function readLine(line: string, wanted: FormFieldKind | undefined): Line {
  const isRequired = required.test(line);
  const plain = line.replace(required, '').replace(optional, '').trim() || line;
  const [, asked = '', behind = '', within = ''] = listed.exec(plain) ?? [];
  const options = optionsIn(behind || within);
  const mayChoose = options.length > 1 && (wanted === undefined || hasOptions({ kind: wanted }));
  const label = (mayChoose ? asked : plain.replace(/:$/, '')).slice(0, 200);
  if (mayChoose)
    return {
      label,
      isRequired,
      options,
      kind: wanted ?? (/\b(all|which|several)\b.*\bapply\b|\bseveral\b/i.test(plain) ? 'choices' : 'choice'),
    };
  return { label, isRequired, options: [], kind: wanted ?? kindOf(label) };
}

/** Short words between commas, slashes or bars are things to choose from; an explanation is none. */
function optionsIn(words: string): string[] {
  const parts = words.split(/\s*[,;/|]\s*/).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => part.split(/\s+/).length <= 5) ? [...new Set(parts)] : [];
}

const kindOf = (label: string): FormFieldKind => hints.find(([, words]) => words.test(label))?.[0] ?? 'text';

const filler = new Set([
  'what',
  'is',
  'your',
  'the',
  'a',
  'an',
  'of',
  'please',
  'do',
  'you',
  'are',
  'have',
  'in',
  'for',
  'to',
  'i',
  'my',
  'and',
  'or',
]);
/** Names of the expression language itself, and of what a form may name beside its fields. */
const reserved = new Set([
  'customer',
  'entry',
  'call',
  'value',
  'now',
  'today',
  'zone',
  'last',
  'channel',
  'window',
  'true',
  'false',
  'null',
  'in',
]);

/** A name for expressions and columns: the words that matter, and a number where it is taken. */
function nameOf({ label, kind }: Line, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => /^[a-z0-9]+$/.test(word));
  const telling = words.filter((word) => !filler.has(word));
  const joined = (telling.length > 0 ? telling : words)
    .slice(0, 3)
    .map((word, place) => (place === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('')
    .slice(0, 40);
  const base =
    /^[a-z]/.test(joined) && !reserved.has(joined) ? joined : joined === '' || reserved.has(joined) ? `${kind}Answer` : `f${joined}`;
  for (let turn = 1; ; turn += 1) {
    const name = turn === 1 ? base : `${base}${turn}`;
    if (!taken.has(name)) return name;
  }
}
