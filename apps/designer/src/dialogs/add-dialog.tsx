import { Modal } from '@mantine/core';
import type { NodeType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { groupOf, knownTypes, nodeIcons } from '../nodes/catalogue.ts';
import { typeWord } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';
import { ChooseList } from './choose-list.tsx';

/** Chooses the type of the node to add. */
export function AddDialog({ isOpen, onAdd, onClose }: { isOpen: boolean; onAdd: (type: NodeType) => void; onClose: () => void }) {
  const say = useWords(designerWords.palette);
  const sayGroup = useWords(designerWords.group);
  return (
    <Modal opened={isOpen} onClose={onClose} title={say('add')} size="sm">
      <ChooseList
        label={say('add')}
        choices={knownTypes.map((type) => {
          const Icon = nodeIcons[type];
          return {
            id: type,
            label: typeWord(type),
            group: sayGroup(groupOf(type)),
            icon: <Icon size={16} aria-hidden />,
          };
        })}
        onChoose={(id) => {
          const type = knownTypes.find((one) => one === id);
          if (type) onAdd(type);
        }}
      />
    </Modal>
  );
}
