import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { FormFinding } from '@parley/journey';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import panel from '../../panels/panel.module.css';
import { useFormState } from '../editor/use-form-editor.ts';
import { placeWords, useFindingWords } from '../finding-words.ts';

/** Findings, each of which leads to its place. */
export function FindingList({ findings, onFinding }: { findings: readonly FormFinding[]; onFinding: (finding: FormFinding) => void }) {
  const { document } = useFormState();
  const wordsOf = useFindingWords();
  return (
    <Stack gap={2} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {findings.map((finding, place) => {
        const Icon = finding.level === 'error' ? IconAlertCircle : IconAlertTriangle;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same finding can stand at one place twice
          <li key={place}>
            <UnstyledButton className={panel.finding} onClick={() => onFinding(finding)}>
              <Group gap={8} wrap="nowrap" align="flex-start">
                <Icon
                  size={17}
                  aria-hidden
                  style={{ flex: 'none', marginTop: 2 }}
                  color={finding.level === 'error' ? 'var(--app-danger)' : 'var(--app-warning)'}
                />
                <span>
                  <Text size="sm" fw={550} component="span" display="block">
                    {placeWords(document, finding)}
                  </Text>
                  <Text size="sm" component="span">
                    {wordsOf(finding)}
                  </Text>
                </span>
              </Group>
            </UnstyledButton>
          </li>
        );
      })}
    </Stack>
  );
}
