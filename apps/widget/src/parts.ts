import { Fragment, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { jsx, jsxs } from 'preact/jsx-runtime';
import { type Kit, kitName } from './kit/kit.ts';
import { addEnglish } from './words.ts';

/** Parts that few visitors need: scripts of our own origin, loaded when needed, each pinned by its hash. */
export type Parts = {
  message: typeof import('./parts/message.ts');
  forms: typeof import('./parts/forms.ts');
  page: typeof import('./parts/page.ts');
  file: typeof import('./parts/file.ts');
  before: typeof import('./parts/before.ts');
};
export type PartName = keyof Parts;

/** Hash of each part and of the list of languages, and their names: written in by the build. */
declare const __PARTS__: Record<string, string>;
declare const __LANGUAGES__: string;
const built: Record<string, string> = typeof __PARTS__ === 'undefined' ? {} : __PARTS__;
/** Languages whose words can be loaded, beside English. */
export const languages: readonly string[] = typeof __LANGUAGES__ === 'undefined' ? [] : __LANGUAGES__.split(' ');

/** Address and hash of a file whose name its hash gives. */
const fileOf = (name: string, hash: string, extension: string) => ({
  src: `${source.origin}/widget/parts/${name}-${hash.slice(0, 8).replace(/[+/]/g, '-')}.${extension}`,
  integrity: `sha256-${hash}`,
});

const held: Partial<Parts> = {};
const waiting = new Map<string, Promise<unknown>>();
const keepers = new Set<() => void>();
let source = { origin: '', nonce: '' };

/** @param from where the script itself came from; its nonce lets parts in where the page's policy asks for one */
export function setSource(from: typeof source, adopt: (styles: string) => void): void {
  source = from;
  // A module that is lent as a whole stays in the script with all of it: each tool is lent by its name.
  const lent: Kit = {
    preact: { Fragment, h },
    hooks: { useEffect, useRef, useState },
    runtime: { Fragment, jsx, jsxs },
    keep(name, part, words) {
      addEnglish(words);
      if (part.styles) adopt(part.styles);
      keepPart(name, part);
    },
  };
  (globalThis as unknown as { [kitName]: Kit })[kitName] = lent;
}

export function keepPart<N extends PartName>(name: N, part: Parts[N]): void {
  held[name] = part;
  for (const redraw of keepers) redraw();
}

const triesMs = [0, 2_000, 10_000]; // a server of another version may be asked for a part while processes are restarted

/** Loads a part once. A part that does not come is asked for again with the next need. */
export function loadPart<N extends PartName>(name: N): Promise<Parts[N]> {
  const known = (waiting.get(name) ?? (held[name] && Promise.resolve(held[name]))) as Promise<Parts[N]> | undefined;
  if (known) return known;
  const loading = load(name).catch((error: unknown) => {
    waiting.delete(name);
    throw error;
  });
  waiting.set(name, loading);
  return loading;
}

async function load<N extends PartName>(name: N): Promise<Parts[N]> {
  for (const waitMs of triesMs) {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    await new Promise<void>((resolve) => {
      const script = Object.assign(document.createElement('script'), {
        ...fileOf(name, built[name] ?? '', 'js'),
        ...{ crossOrigin: 'anonymous', nonce: source.nonce },
        ...{ onload: () => resolve(), onerror: () => resolve() },
      });
      document.head.append(script);
      script.remove();
    });
    const part = held[name];
    if (part) return part;
  }
  throw new Error(`The part ${name} could not be loaded.`);
}

/** Returns a part once it is there, and asks for it. @param name undefined: nothing is needed. @param onLost it cannot be loaded */
export function usePart<N extends PartName>(name: N | undefined, onLost = () => {}): Parts[N] | undefined {
  const [, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is what starts it
  useEffect(() => {
    if (!name || held[name]) return;
    const redraw = () => setCount((count) => count + 1);
    keepers.add(redraw);
    loadPart(name).catch(onLost);
    return () => {
      keepers.delete(redraw);
    };
  }, [name]);
  return name && held[name];
}

async function readFile(name: string, hash: string): Promise<Record<string, string>> {
  const { src, integrity } = fileOf(name, hash, 'json');
  const response = await fetch(src, { integrity });
  return response.ok ? response.json() : {};
}

/** Words of a language. The list of languages is pinned by the script, each language by the list, and the browser compares. */
export async function loadWords(language: string): Promise<Record<string, string>> {
  if (!languages.includes(language)) return {};
  const hash = (await readFile('languages', built.languages ?? ''))[language];
  return hash ? readFile(language, hash) : {};
}
