import { Button, Modal, Select, Stack } from '@mantine/core';
import { type Document, exitsOf, type Node } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { edgesFrom, nodeOf } from '../editor/index-of.ts';
import { pathOrder } from '../editor/order.ts';
import { nodeIcons } from '../nodes/catalogue.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { nameOf, titleOf, typeWord } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';
import { ChooseList } from './choose-list.tsx';

type Props = {
  document: Document;
  node: Node;
  onConnect: (exit: string, to: string) => void;
  onCut: (exit: string) => void;
  onClose: () => void;
};

/** Joins an exit of a node to another node, by lists: every exit is there, those too that the card does not draw. */
export function ConnectDialog({ document, node, onConnect, onCut, onClose }: Props) {
  const say = useWords(designerWords.connect);
  const exits = exitsOf(node);
  const joined = new Map(edgesFrom(document, node.id).map(({ exit, to }) => [exit, to]));
  const [exit, setExit] = useState(() => exits.find(({ id, needed }) => needed && !joined.has(id))?.id ?? exits[0]?.id ?? '');
  const to = joined.get(exit);
  return (
    <Modal opened onClose={onClose} title={say('title', { node: titleOf(document, node) })} size="sm">
      {exits.length === 0 ? (
        say('noExits')
      ) : (
        <Stack gap="sm">
          <Select
            label={say('exit')}
            data={exits.map(({ id }) => {
              const target = joined.get(id);
              return { value: id, label: exitLabel(document, node, id) + (target === undefined ? '' : ` → ${nameOf(document, target)}`) };
            })}
            value={exit}
            onChange={(next) => next && setExit(next)}
          />
          {to !== undefined && (
            <Button size="xs" variant="default" onClick={() => onCut(exit)}>
              {say('cut', { node: nameOf(document, to) })}
            </Button>
          )}
          <ChooseList
            label={say('to')}
            choices={pathOrder(document).flatMap((id) => {
              const target = nodeOf(document, id);
              if (!target || target.type === 'mark.note' || id === node.id) return [];
              const Icon = nodeIcons[target.type];
              return [{ id, label: titleOf(document, target), group: typeWord(target.type), icon: <Icon size={16} aria-hidden /> }];
            })}
            onChoose={(id) => onConnect(exit, id)}
          />
        </Stack>
      )}
    </Modal>
  );
}
