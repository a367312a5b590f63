import { ActionIcon, Badge, Button, Group, Text, UnstyledButton } from '@mantine/core';
import type { Expectation, Rehearsed } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import type { SavedTest } from '../../api.ts';
import { useEditorState } from '../../editor/use-editor.ts';
import { nameOf } from '../../nodes/summary.ts';
import { type Inside, useShell } from '../../shell-context.ts';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';
import { Differences } from './differences.tsx';

/** A saved conversation: whether it passes, what differs, and the click that makes what differs right. */
export function TestRow({
  saved: { test },
  result,
  inside = new Map(),
  isUpdating,
  onUpdate,
  onRemove,
}: {
  saved: SavedTest;
  result: Rehearsed | undefined;
  inside: Inside | undefined;
  isUpdating: boolean;
  onUpdate: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  const say = useWords(designerWords.test);
  const { goTo } = useShell();
  return (
    <li>
      <Group gap={6} wrap="nowrap" py={6}>
        {result ? (
          result.isPassed ? (
            <IconCheck size={17} color="var(--mantine-color-green-6)" aria-label={say('passed')} />
          ) : (
            <IconX size={17} color="var(--app-danger)" aria-label={say('failed')} />
          )
        ) : (
          <span style={{ inlineSize: 17 }} />
        )}
        <Text size="sm" fw={550} flex={1}>
          {test.name}
        </Text>
        <Badge size="sm" color="gray">
          {say('turns', { count: test.turns.length })}
        </Badge>
        {onRemove && (
          <ActionIcon size="sm" aria-label={say('remove', { name: test.name })} onClick={onRemove}>
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      {result?.failures.map(({ expectation, found }) => {
        const wanted = test.expect[expectation];
        const node = wanted && result.turns[Math.min(wanted.after, result.turns.length - 1)]?.visits.at(-1)?.node;
        return (
          <UnstyledButton key={expectation} className={classes.finding} onClick={() => node && goTo(node)}>
            <span>
              <Text size="xs" c="dimmed">
                {wanted && say('afterTurn', { turn: wanted.after })}
              </Text>
              <Text size="sm">{wanted && <Wanted wanted={wanted} />}</Text>
              <Text size="sm" c="red">
                {say('insteadOf', { found: found === '' ? say('nothing') : found })}
              </Text>
            </span>
          </UnstyledButton>
        );
      })}
      {result && <Differences test={test} differences={result.differences} inside={inside} />}
      {result?.isPassed && !test.record && (
        <Text size="xs" c="dimmed">
          {say('noRecord')}
        </Text>
      )}
      {result && onUpdate && !(result.isPassed && test.record) && (
        <Button
          size="compact-xs"
          variant="light"
          disabled={isUpdating}
          aria-label={say(result.isPassed ? 'recordOne' : 'rightNowOne', { name: test.name })}
          onClick={onUpdate}
        >
          {say(result.isPassed ? 'recordNow' : 'rightNow')}
        </Button>
      )}
    </li>
  );
}

function Wanted({ wanted }: { wanted: Expectation }) {
  const say = useWords(designerWords.test);
  const document = useEditorState((state) => state.document);
  switch (wanted.kind) {
    case 'message':
      return say('wantsMessage', { text: wanted.text });
    case 'variable':
      return say('wantsVariable', { name: wanted.name, value: JSON.stringify(wanted.value) });
    case 'node':
      return say('wantsNode', { node: nameOf(document, wanted.node) });
    case 'end':
      return say('wantsEnd', { state: [wanted.state, wanted.outcome ?? ''].filter((part) => part !== '').join(' ') });
  }
}
