import { type Document, readDocument, TestCase } from '@parley/journey';
import { FormatError } from '../api.ts';

/** @throws FormatError for one that the designer cannot read */
export function readKnown(given: unknown): Document {
  const read = readDocument(given);
  if ('document' in read) return read.document;
  throw new FormatError(read.faults[0]?.text ?? '');
}

export const readTest = (given: unknown): TestCase => TestCase.parse(given);
