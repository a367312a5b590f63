import { finding } from '../../check/finding.ts';
import { showsAsCards } from '../../content/cards.ts';
import { actionIn } from '../../content/choices.ts';
import { withoutValues } from '../../content/without-values.ts';
import type { Check } from '../shared/check.ts';
import { cardsOf } from './library.ts';
import type { Config } from './schema.ts';

/** Cards that say nothing, and channels that have none of them, or none so large. */
export const check: Check<Config> = {
  settings(config, { document, node, shapes }) {
    const { library } = config;
    const cards = cardsOf(config);
    const at = { node, field: 'cards' };
    const empty = cards.some(
      ({ title, text, media }) => media === null && [title, text].every((words) => Object.values(words).every((one) => one.trim() === '')),
    );
    const inWords = (language: string) =>
      cards.map(({ title, text, items }) => ({
        title: withoutValues(title[language] ?? ''),
        text: withoutValues(text[language] ?? ''),
        items: items.map((item) => ({
          title: withoutValues(item.title[language] ?? ''),
          short: withoutValues(item.short[language] ?? ''),
          action: actionIn(item.action),
        })),
      }));
    return [
      ...(empty ? [finding('SETTING', 'cardEmpty', at, {})] : []),
      ...document.languages.flatMap((language) =>
        // The card says itself what a channel shows less of it.
        (library ? [] : shapes)
          .filter(({ shape }) => !showsAsCards(inWords(language), shape.cards))
          .map(({ name }) => finding('FALLBACK', 'showsPictures', at, { channel: name, language })),
      ),
    ];
  },
};
