import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { newId } from '../editor/edits.ts';
import { useForm } from '../fields/form-context.ts';
import { MapField } from '../fields/map-field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { RefField } from '../fields/ref-field.tsx';
import { Rows } from '../fields/rows.tsx';
import { TimeoutField } from '../fields/seconds-field.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { VariableField } from '../fields/variable-field.tsx';
import { designerWords } from '../words.ts';
import type { FormProps } from './form.types.ts';

/** Another bot has other intents, though perhaps of the same name. */
const ofAnotherBot = <Row extends { intent: { name: string } }>(row: Row) => ({
  ...row,
  intent: { ref: 'intent' as const, id: '', name: row.intent.name },
});

export function SkillForm({ config, set }: FormProps<'talk.skill'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <RefField
        label={say('bot')}
        kind="bot"
        value={config.bot}
        onChange={(bot) => bot && set({ bot, intents: bot.id === config.bot.id ? config.intents : config.intents.map(ofAnotherBot) })}
      />
      <Rows
        label={say('endIntents')}
        description={say('endIntentsWhy')}
        rows={config.intents}
        most={50}
        keyOf={({ id }) => id}
        make={() => ({ id: newId(), intent: { ref: 'intent' as const, id: '', name: '' } })}
        onChange={(intents) => set({ intents })}
        draw={(row, change) => (
          <RefField
            isBare
            within={config.bot.id}
            label={say('intent')}
            kind="intent"
            value={row.intent}
            onChange={(intent) => intent && change({ ...row, intent })}
          />
        )}
      />
      <MapField
        label={say('parametersTaken')}
        nameLabel={say('botParameter')}
        of="variables"
        value={config.taken}
        onChange={(taken) => set({ taken })}
      />
      <NumberField
        label={say('mostTurns')}
        description={say('mostTurnsWhy')}
        value={config.mostTurns}
        least={1}
        most={100}
        onChange={(mostTurns) => set({ mostTurns })}
      />
      <TimeoutField value={config.timeoutSeconds} onChange={(timeoutSeconds) => set({ timeoutSeconds })} />
    </>
  );
}

export function KnowledgeForm({ config, set }: FormProps<'talk.knowledge'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <Rows
        label={say('sources')}
        rows={config.sources}
        most={50}
        make={() => ({ ref: 'knowledge' as const, id: '', name: '' })}
        onChange={(sources) => set({ sources })}
        draw={(row, change) => (
          <RefField isBare label={say('source')} kind="knowledge" value={row} onChange={(ref) => ref && change(ref)} />
        )}
      />
      <SourceField label={say('asked')} value={config.question} onChange={(question) => set({ question })} />
      <NumberField
        label={say('leastScore')}
        description={say('leastScoreWhy')}
        value={config.leastScore}
        least={0}
        most={1}
        step={0.05}
        onChange={(leastScore) => set({ leastScore })}
      />
      <VariableField label={say('keepAs')} value={config.variable} onChange={(variable) => set({ variable })} />
    </>
  );
}

export function DepartmentForm({ config, set }: FormProps<'talk.department'>) {
  const say = useWords(designerWords.field);
  const { document, isReadOnly } = useForm();
  return (
    <>
      <RefField
        label={say('department')}
        kind="department"
        value={config.department}
        onChange={(department) => department && set({ department })}
      />
      <NumberField label={say('priority')} value={config.priority} least={0} most={9} onChange={(priority) => set({ priority })} />
      <TextField label={say('agentNote')} value={config.note} onChange={(note) => set({ note })} />
      <MultiSelect
        label={say('shows')}
        readOnly={isReadOnly}
        searchable
        data={document.variables.map(({ name }) => name)}
        value={config.shows}
        maxValues={30}
        onChange={(shows) => set({ shows })}
      />
      <Switch
        label={say('returns')}
        description={say('returnsWhy')}
        disabled={isReadOnly}
        checked={config.returns}
        onChange={(event) => set({ returns: event.currentTarget.checked })}
      />
      <TimeoutField value={config.timeoutSeconds} onChange={(timeoutSeconds) => set({ timeoutSeconds })} />
    </>
  );
}

export function EndChatForm({ config, set }: FormProps<'talk.end'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <TextField label={say('farewell')} value={config.text} onChange={(text) => set({ text })} />
      <Switch
        label={say('asksRating')}
        disabled={isReadOnly}
        checked={config.asksRating}
        onChange={(event) => set({ asksRating: event.currentTarget.checked })}
      />
    </>
  );
}

export function MilestoneForm({ config, set }: FormProps<'mark.milestone'>) {
  const say = useWords(designerWords.field);
  const { document, isReadOnly } = useForm();
  const has = document.milestones.some(({ id }) => id === config.milestone);
  return (
    <Select
      label={say('milestone')}
      description={document.milestones.length === 0 ? say('noMilestones') : undefined}
      readOnly={isReadOnly}
      data={document.milestones.map(({ id, name }) => ({ value: id, label: name }))}
      value={has ? config.milestone : null}
      error={has ? undefined : say('chooseOne')}
      onChange={(milestone) => milestone && set({ milestone })}
    />
  );
}

export function NoteForm({ config, set }: FormProps<'mark.note'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Textarea
      label={say('noteText')}
      autosize
      minRows={3}
      value={config.text}
      readOnly={isReadOnly}
      maxLength={4096}
      onChange={(event) => set({ text: event.currentTarget.value })}
    />
  );
}

export function EndForm({ config, set }: FormProps<'mark.end'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <TextInput
      label={say('outcome')}
      description={say('outcomeWhy')}
      value={config.outcome}
      readOnly={isReadOnly}
      maxLength={60}
      onChange={(event) => set({ outcome: event.currentTarget.value })}
    />
  );
}
