import { namesIn } from '../../check/variables.ts';
import { ExpressionFault } from '../../expression/fault.ts';
import type { CompiledForm } from '../compile.ts';

type Texts = Readonly<Record<string, string>>;

/** Words of a form in the one language of a flow. */
export function pickWords({ document }: CompiledForm, texts: Texts, language: string): string {
  const [first = ''] = document.languages;
  return plain(texts[language] ?? texts[language.split(/[-_]/)[0] ?? ''] ?? texts[first] ?? Object.values(texts)[0] ?? '');
}

/** Words that a phone would take for a binding or an expression stay words. */
const plain = (text: string): string => text.replaceAll('${', '$ {').replace(/^`(.*)`$/s, '‘$1’');

export const hasPlaceholder = (texts: Texts): boolean => Object.values(texts).some((text) => text.includes('{{'));

/** Tells whether words speak of answers, so that they are known only while the form is filled in. */
export function namesAnswers(form: CompiledForm, texts: Texts): boolean {
  const own = new Set([...form.byName.keys(), ...form.document.computed.map(({ name }) => name)]);
  return Object.values(texts).some((text) => {
    if (!text.includes('{{')) return false;
    try {
      return form.text(text).some((part) => part.kind === 'placeholder' && [...namesIn(part.expression)].some((name) => own.has(name)));
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      return false;
    }
  });
}
