import { Alert, Checkbox, Modal, MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import {
  type BotTool,
  boundInputsMax,
  boundSources,
  type ToolStream,
  toolConfirms,
  toolFieldsMax,
  toolKinds,
  toolLimits,
  toolMethods,
} from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { gone } from '../../../lib/gone.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botToolWords } from '../../../locales/bot-tool.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { InputRows } from './input-rows.tsx';
import { RowGroup } from './row-group.tsx';
import { StreamFields } from './stream-fields.tsx';
import classes from './tool.module.css';
import { toolsQuery, useSaveTool } from './tool.queries.ts';
import { changesSomething, isOfPhoneBook, splitNames, type ToolDraft, toBody, toDraft, variablesOf } from './tool-draft.ts';

type Named = readonly { id: string; name: string }[];
export type ToolFormProps = {
  botId: string;
  tool: BotTool | undefined;
  services: Named;
  attributes: Named;
  streams: readonly ToolStream[];
  onClose: () => void;
};

const isBlank = (text: string) => text.trim() === '';

/** A tool: what it does, what the model gives to it, and who has to agree. */
export function ToolForm({ botId, tool, services, attributes, streams, onClose }: ToolFormProps) {
  const say = useWords(botToolWords.tool);
  const save = useSaveTool(botId);
  const form = useRecordDialog({
    record: tool,
    toDraft,
    read: async (client) => {
      const { tools } = await client.fetchQuery({ ...toolsQuery(botId), staleTime: 0 });
      return tools.find(({ id }) => id === tool?.id) ?? gone();
    },
    check: ({ name, title, description, kind, service, stream, fields, bound }) => ({
      name: isBlank(name) && say('mandatory'),
      title: isBlank(title) && say('mandatory'),
      description: isBlank(description) && say('mandatory'),
      'service.integrationId': kind === 'service' && service.integrationId === '' && say('mandatory'),
      'stream.journeyId': kind === 'stream' && stream.journeyId === '' && say('mandatory'),
      'service.path': kind === 'service' && isBlank(service.path) && say('mandatory'),
      ...Object.fromEntries(fields.map((field, at) => [`fields.${at}.name`, isBlank(field.name) && say('mandatory')])),
      ...Object.fromEntries(bound.map((value, at) => [`bound.${at}.name`, isBlank(value.name) && say('mandatory')])),
    }),
    save: (draft, version) =>
      save.mutateAsync({ ...toBody(draft), ...(tool ? { id: tool.id } : {}), ...(version === undefined ? {} : { version }) }),
    onSaved: () => {
      showToast('success', say('saved'));
      onClose();
    },
  });
  const { draft, faults } = form;
  const isService = draft.kind === 'service';
  const isStream = draft.kind === 'stream';
  const stream = isStream ? streams.find(({ id }) => id === draft.stream.journeyId) : undefined;
  const hasEffect = changesSomething(draft);
  const number = (path: 'limits.chat' | 'limits.customer' | 'limits.day' | 'timeoutSeconds', most: number) => (
    <NumberInput
      label={say(path === 'timeoutSeconds' ? 'timeout' : `limit_${path.slice(7) as 'chat'}`)}
      min={1}
      max={most}
      allowDecimal={false}
      {...form.field(path)}
      onChange={(value) => form.setField(path, value === '' ? 1 : Number(value))}
    />
  );

  return (
    <Modal opened onClose={onClose} title={say(tool ? 'title_edit' : 'title_new')} size="xl" closeOnClickOutside={!form.isDirty}>
      <DialogForm submit={say('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure ? (
          <Alert color="red" role="alert">
            {describeFailure(form.failure).message}
          </Alert>
        ) : null}
        <div className={classes.grid}>
          <TextInput
            label={say('heading')}
            description={say('headingHint')}
            withAsterisk
            data-autofocus
            maxLength={80}
            {...form.field('title')}
          />
          <TextInput label={say('name')} description={say('nameHint')} withAsterisk maxLength={40} {...form.field('name')} />
        </div>
        <Textarea
          label={say('description')}
          description={say('descriptionHint')}
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          {...form.field('description')}
        />
        <Select
          label={say('kind')}
          allowDeselect={false}
          data={toolKinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
          value={draft.kind}
          onChange={(kind) =>
            kind &&
            form.change({
              kind: kind as ToolDraft['kind'],
              ...(kind === 'stream' && draft.confirm === 'agent' ? { confirm: 'customer' as const } : {}),
            })
          }
        />
        {isService ? (
          <div className={classes.grid}>
            <Select
              label={say('service')}
              {...(services.length === 0 ? { description: say('noServices') } : {})}
              withAsterisk
              data={services.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.choice('service.integrationId')}
            />
            <Select
              label={say('method')}
              allowDeselect={false}
              data={[...toolMethods]}
              value={draft.service.method}
              onChange={(method) => method && form.setField('service.method', method)}
            />
            <TextInput label={say('path')} description={say('pathHint')} withAsterisk maxLength={500} {...form.field('service.path')} />
          </div>
        ) : null}
        {isStream ? (
          <StreamFields value={draft.stream} streams={streams} faults={faults} onChange={(stream) => form.change({ stream })} />
        ) : null}
        <InputRows
          fields={draft.fields}
          variables={isStream ? (type) => variablesOf(stream, type) : undefined}
          attributes={isOfPhoneBook(draft) ? attributes : undefined}
          most={toolFieldsMax}
          faults={faults}
          onChange={(fields) => form.change({ fields })}
        />
        {isService || isStream ? (
          <RowGroup
            legend={say('bound')}
            error={faults.bound}
            add={say('addBound')}
            isFull={draft.bound.length >= boundInputsMax}
            onAdd={() => form.change({ bound: [...draft.bound, { name: '', source: 'customerId' }] })}
            rows={draft.bound}
            remove={(at) => say('removeBound', { number: at + 1 })}
            onRemove={(at) => form.change({ bound: draft.bound.filter((_, index) => index !== at) })}
            render={(value, at) => (
              <>
                <TextInput label={say('boundName', { number: at + 1 })} maxLength={40} {...form.field(`bound.${at}.name`)} />
                <Select
                  label={say('boundSource', { number: at + 1 })}
                  allowDeselect={false}
                  data={boundSources.map((source) => ({ value: source, label: say(`source_${source}`) }))}
                  value={value.source}
                  onChange={(source) => source && form.setField(`bound.${at}.source`, source)}
                />
              </>
            )}
          />
        ) : null}
        {isStream ? (
          <MultiSelect
            label={say('outputs')}
            description={say('outputsHint')}
            data={[...new Set([...variablesOf(stream), ...splitNames(draft.picks)])]}
            value={splitNames(draft.picks)}
            error={faults.picks}
            onChange={(picks) => form.change({ picks: picks.join(', ') })}
          />
        ) : null}
        {isService ? <TextInput label={say('picks')} description={say('picksHint')} maxLength={1000} {...form.field('picks')} /> : null}
        {isService || isStream ? <Switch label={say('effect')} {...form.box('hasEffect')} /> : null}
        {draft.kind === 'handOver' ? null : (
          <Select
            label={say('confirm')}
            allowDeselect={false}
            data={toolConfirms
              .filter((value) => !isStream || value !== 'agent')
              .map((value) => ({ value, label: say(`confirm_${value}`) }))}
            error={faults.confirm}
            value={draft.confirm}
            onChange={(confirm) => confirm && form.change({ confirm: confirm as ToolDraft['confirm'] })}
          />
        )}
        {hasEffect && draft.confirm === 'none' ? (
          <Checkbox label={say('unasked')} description={say('unaskedHint')} {...form.box('isUnasked')} />
        ) : null}
        {draft.confirm === 'customer' || hasEffect ? (
          <TextInput label={say('question')} description={say('questionHint')} maxLength={300} {...form.field('question')} />
        ) : null}
        <fieldset className={classes.group}>
          <legend className={classes.legend}>{say('limits')}</legend>
          <div className={classes.grid}>
            {number('limits.chat', toolLimits.chat.most)}
            {number('limits.customer', toolLimits.customer.most)}
            {number('limits.day', toolLimits.day.most)}
            {isService ? number('timeoutSeconds', toolLimits.seconds.most) : null}
          </div>
        </fieldset>
        {draft.kind === 'handOver' ? null : (
          <Textarea
            label={say('dryAnswer')}
            description={say('dryAnswerHint')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
            {...form.field('dryAnswer')}
          />
        )}
      </DialogForm>
    </Modal>
  );
}
