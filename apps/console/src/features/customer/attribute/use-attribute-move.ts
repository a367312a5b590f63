import type { InputFieldDefinition } from '@parley/contract';
import { useRowMove } from '../../../lib/use-row-move.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { ownDefinitions } from '../shared/attribute.queries.ts';

const none: readonly InputFieldDefinition[] = [];

/** Moves own attributes (`useRowMove`). */
export function useAttributeMove(
  definitions: readonly InputFieldDefinition[] = none,
  onMove: (move: { from: number; to: number }) => void,
) {
  const say = useWords(customerWords.attribute);
  const own = definitions.filter((definition) => !definition.isBuiltIn);
  const shownOwn = ownDefinitions(definitions);
  const placeOf = (id: string | undefined) => own.findIndex(({ _id }) => _id === id);
  const moves = useRowMove({
    rows: shownOwn.map(({ _id, fieldLabel }) => ({ id: _id, name: fieldLabel })),
    sayMoved: (place) => say('moved', place),
    // Hidden rows count, too.
    onMove: (id, index) => onMove({ from: placeOf(id), to: placeOf(shownOwn[index]?._id) }),
  });
  return { shownOwn, ...moves };
}
