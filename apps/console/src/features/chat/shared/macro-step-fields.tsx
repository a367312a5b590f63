import { Group, SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { type MacroStepKind, macroStepKinds, messageLimit, quickReplyVariables } from '@parley/contract';
import type { FieldProps } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMacroWords } from '../../../locales/chat-macro.ts';
import type { StepDraft } from './macro-draft.ts';

type Option = { value: string; label: string };
/** Records that steps may name. */
export type StepChoices = { labels: readonly Option[]; agents: readonly Option[]; departments: readonly Option[] };

type StepForm = {
  field: (path: `steps.${string}`) => FieldProps<string>;
  choice: (path: `steps.${string}`) => Omit<FieldProps<string>, 'value' | 'onChange'> & {
    value: string | null;
    onChange: (chosen: string | null) => void;
  };
  setField: (path: string, value: unknown) => void;
};
type Props = { place: number; step: StepDraft; form: StepForm; choices: StepChoices };

const remark = 1000;
const asksNote: readonly MacroStepKind[] = ['transferToAgent', 'transferToDepartment'];

/** The kind of a step, and the fields that the kind has. */
export function MacroStepFields({ place, step, form, choices }: Props) {
  const say = useWords(chatMacroWords.macro);
  const sayKind = useWords(chatMacroWords.kind);
  const at = (field: keyof StepDraft) => `steps.${place}.${field}` as const;
  const { kind } = step;
  const choose = (field: 'labelId' | 'userId' | 'departmentId', label: string, data: readonly Option[]) => (
    <Select
      label={label}
      placeholder={say('choose')}
      withAsterisk
      searchable
      openOnFocus={false}
      data={[...data]}
      {...form.choice(at(field))}
    />
  );
  return (
    <Stack gap="xs">
      <Select
        aria-label={say('stepKind', { place: place + 1 })}
        allowDeselect={false}
        openOnFocus={false}
        data={macroStepKinds.map((value) => ({ value, label: sayKind(value) }))}
        {...form.choice(at('kind'))}
      />
      {kind === 'reply' ? (
        <>
          <Textarea
            label={say('textEn')}
            description={say('textHint', { variables: quickReplyVariables.map((name) => `{{ ${name} }}`).join(', ') })}
            lang="en"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={messageLimit}
            {...form.field(at('text'))}
          />
          <Textarea
            label={say('textHi')}
            lang="hi"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={messageLimit}
            {...form.field(at('textHi'))}
          />
        </>
      ) : null}
      {kind === 'note' ? (
        <Textarea label={say('note')} withAsterisk autosize minRows={2} maxRows={8} maxLength={messageLimit} {...form.field(at('text'))} />
      ) : null}
      {kind === 'addLabel' || kind === 'removeLabel' ? choose('labelId', say('label'), choices.labels) : null}
      {kind === 'priority' ? (
        <Select
          label={say('priority')}
          allowDeselect={false}
          openOnFocus={false}
          data={Array.from({ length: 10 }, (_, priority) => String(priority))}
          {...form.choice(at('priority'))}
        />
      ) : null}
      {kind === 'transferToAgent' ? choose('userId', say('agent'), choices.agents) : null}
      {kind === 'transferToDepartment' ? choose('departmentId', say('department'), choices.departments) : null}
      {asksNote.includes(kind) ? (
        <Textarea label={say('note')} withAsterisk autosize minRows={2} maxLength={remark} {...form.field(at('note'))} />
      ) : null}
      {kind === 'snooze' ? (
        <>
          <SegmentedControl
            aria-label={say('snoozeHow')}
            value={step.how}
            onChange={(how) => form.setField(at('how'), how)}
            data={[
              { value: 'after', label: say('snoozeAfter') },
              { value: 'at', label: say('snoozeAt') },
            ]}
          />
          {step.how === 'after' ? (
            <TextInput label={say('minutes')} inputMode="numeric" withAsterisk {...form.field(at('minutes'))} />
          ) : (
            <Group grow align="flex-start">
              <TextInput label={say('inDays')} inputMode="numeric" withAsterisk {...form.field(at('inDays'))} />
              <TextInput label={say('clock')} placeholder="09:00" withAsterisk {...form.field(at('clock'))} />
            </Group>
          )}
        </>
      ) : null}
      {kind === 'close' ? (
        <>
          <Textarea
            label={say('closeNote')}
            description={say('closeNoteHint')}
            autosize
            minRows={2}
            maxLength={remark}
            {...form.field(at('note'))}
          />
          <Textarea label={say('feedback')} autosize minRows={2} maxLength={remark} {...form.field(at('feedback'))} />
        </>
      ) : null}
    </Stack>
  );
}
