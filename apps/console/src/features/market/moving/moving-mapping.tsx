import { Select, SimpleGrid, Text, Title } from '@mantine/core';
import type { Move, MoveMapping } from '@parley/contract';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { moveWords } from '../../../locales/move.ts';
import { useMapMove } from './moving.queries.ts';

/** Agents, inboxes, teams and attributes of the other product, and what each is here. A choice is saved at once, and the plan counts anew. */
export function MovingMapping({ move }: { move: Move }) {
  const say = useWords(moveWords.page);
  const sayKind = useWords(moveWords.kind);
  const save = useMapMove(move);
  const handleChange = ({ kind, key }: MoveMapping, to: string) => save.mutate({ mapping: [{ kind, key, to }], version: move.version });
  return (
    <section aria-label={say('mapping')}>
      <Title order={2} size="h4">
        {say('mapping')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {say('mappingText')}
      </Text>
      {save.error ? <SaveFailure error={save.error} mb="sm" /> : null}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {move.mapping.map((item) => (
          <Select
            key={`${item.kind} ${item.key}`}
            label={say('mapped', { kind: sayKind(item.kind), name: item.name, interpolation: { escapeValue: false } })}
            description={item.detail}
            value={item.to}
            disabled={save.isPending}
            allowDeselect={false}
            searchable
            data={[
              { value: '', label: say(item.kind === 'attribute' ? 'noneAttribute' : 'none') },
              ...move.choices[item.kind].map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(to) => handleChange(item, to ?? '')}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}
