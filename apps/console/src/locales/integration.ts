import { defineWords } from '../lib/words.ts';
import en from './en/integration.json';

/** Words of outside services, webhooks and API keys. */
export const integrationWords = defineWords('integration', en);
