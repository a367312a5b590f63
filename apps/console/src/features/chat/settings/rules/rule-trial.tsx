import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { RuleCheck, RuleTrial } from '@parley/contract';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatRuleWords } from '../../../../locales/chat-rule.ts';
import { chatTraceWords } from '../../../../locales/chat-trace.ts';
import { describeCheck, describeDeeds } from '../../shared/rule-trace.ts';
import { useTryRules } from './rule.queries.ts';

/** A trial of all rules on a chat that the user may read: those that would fire, with the values that they compare. */
export function RuleTrialDialog({ onClose }: { onClose: () => void }) {
  const say = useWords(chatRuleWords.rule);
  const { mutate, data, error, isPending } = useTryRules();
  const form = useForm({
    initial: { chatNumber: '' },
    check: ({ chatNumber }) => ({ chatNumber: chatNumber.trim() === '' && say('chatNumberEmpty') }),
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={say('tryTitle')}>
      <Stack gap="md">
        <form onSubmit={form.submit(({ chatNumber }) => mutate(chatNumber.trim()))} noValidate>
          <Group align="flex-end">
            <TextInput
              data-autofocus
              label={say('chatNumber')}
              description={say('tryHint')}
              placeholder="10482-7"
              maxLength={40}
              flex={1}
              {...form.field('chatNumber')}
            />
            <Button type="submit" loading={isPending}>
              {say('try')}
            </Button>
          </Group>
        </form>
        {error ? <SaveFailure error={error} /> : null}
        {data ? <Trials trials={data} /> : null}
      </Stack>
    </Modal>
  );
}

function Trials({ trials }: { trials: readonly RuleTrial[] }) {
  const say = useWords(chatRuleWords.rule);
  if (trials.length === 0) return <Text role="status">{say('noRules')}</Text>;
  return (
    <Stack component="ul" gap="md" p={0} m={0} aria-label={say('tried')} style={{ listStyle: 'none' }}>
      {trials.map((trial) => (
        <li key={trial.ruleId}>
          <Trial trial={trial} />
        </li>
      ))}
    </Stack>
  );
}

function Trial({ trial: { name, isOn, fires, number, checks, deeds } }: { trial: RuleTrial }) {
  const say = useWords(chatRuleWords.rule);
  const sayTrace = useWords(chatTraceWords.line);
  const outcome = !fires ? say('firesNot') : number === null ? say('fires') : say('firesAt', { number });
  // A trial tells those alone who may read customers whether an attribute holds.
  const toText = (check: RuleCheck) =>
    check.holds === undefined ? describeCheck(check) : `${describeCheck(check)}: ${sayTrace(check.holds ? 'holds' : 'fails')}`;
  return (
    <Stack gap={2}>
      <Text fw={600}>{name}</Text>
      <Text size="sm">{[outcome, ...(isOn ? [] : [say('off')])].join(' · ')}</Text>
      {deeds.length > 0 ? <Text size="sm">{describeDeeds(deeds)}</Text> : null}
      {[...new Set(checks.map(toText))].map((text) => (
        <Text key={text} size="sm" c="dimmed">
          {text}
        </Text>
      ))}
    </Stack>
  );
}
