import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'data.customer'> = ({ attributes }) =>
  attributes.map(({ attribute, value }) => `${attribute.name} = ${value}`).join('\n');
