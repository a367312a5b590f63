import { Stack, Text, UnstyledButton } from '@mantine/core';
import { type Difference, patternInWords, type TestCase } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { nodeOf } from '../../editor/index-of.ts';
import { useEditorState } from '../../editor/use-editor.ts';
import { exitLabel } from '../../nodes/exit-label.ts';
import { nameOf } from '../../nodes/summary.ts';
import { type Inside, useShell } from '../../shell-context.ts';
import { designerWords } from '../../words.ts';
import classes from '../panel.module.css';

/** Differences from the saved record, turn by turn: the expected and the actual result. */
export function Differences({ test, differences, inside }: { test: TestCase; differences: readonly Difference[]; inside: Inside }) {
  const say = useWords(designerWords.test);
  const turnOf = (turn: number): string => {
    if (turn === 0) return say('atStart');
    const given = test.turns[turn - 1];
    return given?.kind === 'say' ? say('turnSaid', { turn, text: given.text }) : say('afterTurn', { turn });
  };
  const turns = Map.groupBy(differences, ({ turn }) => turn);
  return [...turns].map(([turn, ofTurn]) => (
    <Stack key={turn} gap={2} pb={6}>
      <Text size="xs" c="dimmed">
        {turnOf(turn)}
      </Text>
      {ofTurn.map((difference, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may be told twice
        <BothSides key={place} difference={difference} inside={inside} />
      ))}
    </Stack>
  ));
}

type OneDifference = { difference: Difference; inside: Inside };

/** The expected result above the actual one; if they part at a node of the stream, it links there. */
function BothSides({ difference, inside }: OneDifference) {
  const say = useWords(designerWords.test);
  const document = useEditorState((state) => state.document);
  const { goTo } = useShell();
  const { kind, stream, node, expected, found } = difference;
  const places = kind === 'exit' ? [node] : kind === 'node' ? [node, expected, found] : [];
  const target = places.find((id) => id !== null && stream === '' && nodeOf(document, id) !== undefined);
  const lines = (
    <span>
      <Text size="sm">
        {say('expected')} <Wanted difference={difference} value={expected} inside={inside} />
      </Text>
      <Text size="sm" c="red">
        {say('got')} <Wanted difference={difference} value={found} inside={inside} />
      </Text>
    </span>
  );
  if (!target) return <div className={classes.finding}>{lines}</div>;
  return (
    <UnstyledButton className={classes.finding} onClick={() => goTo(target)}>
      {lines}
    </UnstyledButton>
  );
}

/** One side of a difference in words. */
function Wanted({ difference, value, inside }: OneDifference & { value: string | null }) {
  const say = useWords(designerWords.test);
  const main = useEditorState((state) => state.document);
  const { kind, stream, node, name } = difference;
  const document = stream === '' ? main : (inside.get(stream) ?? main);
  const inWords = (pattern: string) =>
    patternInWords(pattern, { anyNumber: say('anyNumber'), anyDate: say('anyDate'), anyTime: say('anyTime'), anyId: say('anyId') });
  const titleOf = (id: string) => {
    const found = [document, main, ...inside.values()].find((one) => nodeOf(one, id) !== undefined);
    return found ? nameOf(found, id) : say('goneNode');
  };
  switch (kind) {
    case 'exit': {
      const found = nodeOf(document, node);
      if (value === null || !found) return say('stays', { node: titleOf(node) });
      return say('leaves', { node: titleOf(node), exit: exitLabel(document, found, value) });
    }
    case 'node':
      return value === null ? say('goesNowhere') : say('wantsNode', { node: titleOf(value) });
    case 'text':
      return value === null ? say('saysNothing') : `“${inWords(value)}”`;
    case 'variable':
      return value === null || value === 'null' ? say('isEmpty', { name }) : say('wantsVariable', { name, value: inWords(value) });
    case 'end':
      return say('wantsEnd', { state: value ?? '' });
  }
}
