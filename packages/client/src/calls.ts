/** The parts of a call's definition that making it needs. @property answer where an envelope holds it; file: the answer is none */
export type Call = { method: string; path: string; answer: 'data' | 'response' | 'file' };
export type Calls = Record<string, Record<string, Call>>;

const methods = { '': 'GET', '+': 'POST', '=': 'PUT', '-': 'DELETE' } as const;
const answers = { '': 'data', '~': 'response', '!': 'file' } as const;
const markOf = <M extends Record<string, string>>(marks: M, value: string): string =>
  Object.keys(marks).find((mark) => marks[mark] === value) ?? '';

/**
 * All calls as a text: a line for each noun with what its paths begin with, and below it ` name mark path`. As objects they would be a fifth
 * more of the first page's script.
 */
export const packCalls = (calls: Calls): string =>
  Object.entries(calls)
    .map(([noun, ofNoun]) => {
      const base = commonBase(Object.values(ofNoun).map(({ path }) => path));
      const lines = Object.entries(ofNoun).map(
        ([name, { method, path, answer }]) => ` ${name} ${markOf(methods, method)}${markOf(answers, answer)}${path.slice(base.length)}`,
      );
      return [`${noun} ${base}`, ...lines].join('\n');
    })
    .join('\n');

function commonBase([first = '', ...others]: readonly string[]): string {
  let base = first.slice(0, first.lastIndexOf('/'));
  while (others.some((path) => !path.startsWith(`${base}/`))) base = base.slice(0, base.lastIndexOf('/'));
  return base;
}

export function unpackCalls(text: string): Calls {
  const calls: Calls = {};
  let noun: Record<string, Call> = {};
  let base = '';
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^ ?(\S+) (.*)$/.exec(line) ?? [];
    if (!line.startsWith(' ')) {
      noun = {};
      calls[name] = noun;
      base = rest;
      continue;
    }
    const [, method = '', answer = '', path = ''] = /^([+=-]?)([~!]?)(.*)$/.exec(rest) ?? [];
    noun[name] = {
      method: methods[method as keyof typeof methods],
      path: base + path,
      answer: answers[answer as keyof typeof answers],
    };
  }
  return calls;
}
