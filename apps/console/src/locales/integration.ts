import { defineWords } from '../lib/words.ts';
import en from './en/integration.json';

/** Words of webhooks and API keys. */
export const integrationWords = defineWords('integration', en);
