import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect: (to, { text }) => to.words('text', text),
  leaks: { as: 'leavesHouse' },
  freeField: ({ text }) => (Object.values(text).some((words) => words.trim() !== '') ? 'text' : undefined),
  messages: ({ text }) => (Object.values(text).some((words) => words !== '') ? 1 : 0),
};
