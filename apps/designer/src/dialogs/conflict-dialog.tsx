import { Alert, Button, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { compareDocuments, type Document } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { ChangeList } from '../panels/compare-panel.tsx';
import { designerWords } from '../words.ts';

type Props = { mine: Document; theirs: Document; canKeepMine: boolean; onResolve: (takeMine: boolean) => void };

/** Somebody else has saved: what is there now beside what is here, and neither is overwritten unseen. */
export function ConflictDialog({ mine, theirs, canKeepMine, onResolve }: Props) {
  const say = useWords(designerWords.conflict);
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={say('title')}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{say('why')}</Text>
        <ScrollArea.Autosize mah={360}>
          <ChangeList
            changes={compareDocuments(theirs, mine)}
            document={{ ...mine, nodes: [...mine.nodes, ...theirs.nodes.filter(({ id }) => !mine.nodes.some((node) => node.id === id))] }}
          />
        </ScrollArea.Autosize>
        {!canKeepMine && <Alert color="yellow">{say('cannotKeep')}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onResolve(false)}>
            {say('takeTheirs')}
          </Button>
          <Button disabled={!canKeepMine} onClick={() => onResolve(true)}>
            {say('keepMine')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
