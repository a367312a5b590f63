import { next } from '../shared/next.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'data.customer'> = {
  run(turn, { config }) {
    const attributes = config.attributes.map(({ attribute, value }) => ({ attribute: attribute.id, value: turn.value(value) }));
    const language = config.language === '' ? null : turn.text(config.language);
    for (const { attribute, value } of attributes) turn.customer[attribute] = value;
    for (const { attribute, value } of config.attributes) turn.markField(attribute, turn.isSecret(value));
    if (language !== null && language !== '') turn.instance.language = language;
    turn.effects.push({ kind: 'customer', attributes, language, consent: config.consent });
    return next();
  },
};
