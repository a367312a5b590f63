import { defineWords } from '../lib/words.ts';
import en from './en/audit.json';

/** Words of the audit trail: `field` has every field of every record that the server defines. */
export const auditWords = defineWords('audit', en);
