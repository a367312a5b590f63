import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { packables } from '../../../packable.ts';
import { packableEncap, packableStream } from './drawing.pack.ts';
import { packableForm } from './form.pack.ts';

/** Streams, encaps and forms as packages carry them. */
export const journeyPackables: Module = {
  name: 'journey-packables',
  extensions: [extend(packables, packableForm), extend(packables, packableStream), extend(packables, packableEncap)],
};
