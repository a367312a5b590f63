import type { Document } from '../document/document.ts';
import { readDocument } from '../document/format.ts';
import { applyKnown, type Edited } from './apply-known.ts';
import { Operation } from './operation.ts';

/** Applies what somebody has sent: what is no operation, and what would make a document that nobody could read again, is refused. */
export function applyOperations(document: Document, given: readonly unknown[]): Edited {
  const operations: Operation[] = [];
  for (const [place, one] of given.entries()) {
    const read = Operation.safeParse(one);
    if (!read.success) {
      const [issue] = read.error.issues;
      return { fault: { code: 'operation', text: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, operation: place } };
    }
    operations.push(read.data);
  }
  const edited = applyKnown(document, operations);
  if ('fault' in edited) return edited;
  const again = readDocument(edited.document);
  if ('document' in again) return { document: again.document };
  const [fault] = again.faults;
  return { fault: { code: 'document', text: `${fault?.path ?? ''}: ${fault?.text ?? ''}`, operation: operations.length - 1 } };
}
