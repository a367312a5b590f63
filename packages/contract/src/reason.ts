import { faultTexts } from './faults.ts';
import { text } from './fields.ts';

/** A header of any call: why it is made, percent-encoded, since headers carry no other letters. The audit trail and the bin keep it. */
export const reasonHeader = 'x-reason';
export const reasonMax = 300;
export const Reason = text(reasonMax).refine((value) => !/[\r\n]/.test(value), faultTexts['header.value']);
