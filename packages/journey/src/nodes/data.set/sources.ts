import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { assignments }) {
    for (const [place, { value }] of assignments.entries()) to.expression(`assignments.${place}.value`, value);
  },
  sets: ({ assignments }) => assignments.map(({ variable }) => ({ variable, exits: ['next'] })),
  assigns({ assignments }, field) {
    const place = /^assignments\.(\d+)\.value$/.exec(field)?.[1];
    return place === undefined ? undefined : assignments[Number(place)]?.variable;
  },
};
