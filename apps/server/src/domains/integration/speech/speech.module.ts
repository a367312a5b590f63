import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { retainedSpeech, speechOfPerson, speechTrace } from './speech.held.repository.ts';

/** Recordings that were written down. */
export const speechMessages: Module = {
  name: 'speech-messages',
  extensions: [extend(personalData, speechOfPerson), extend(retainedData, retainedSpeech), extend(customerTraces, speechTrace)],
};
