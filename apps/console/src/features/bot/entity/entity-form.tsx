import { Alert, Button, Switch, Text, TextInput, Title } from '@mantine/core';
import { builderPermissions, type Entity, type EntitySave } from '@parley/contract';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isToldAlready } from '../../../lib/api.ts';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { late } from '../../../lib/late.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import classes from './entity.module.css';
import { entityQuery, useSaveEntity } from './entity.queries.ts';
import {
  addValue,
  changeValue,
  type DraftValue,
  emptyEntity,
  isChanged,
  isComplete,
  placeFaults,
  removeValue,
  toBody,
  toDraft,
} from './entity-draft.ts';
import { ValueRow } from './value-row.tsx';

const PasteDialog = late(() => import('./paste-dialog.tsx').then((module) => module.PasteDialog));
const rowStep = 100; // an entity may have 2000 values, and as many rows of fields would be slow to type in

/** One custom entity: its name and its values. */
export function EntityForm({ botId, entity }: { botId: string; entity: Entity | undefined }) {
  const say = useWords(botWords.entity);
  const navigate = useNavigate();
  const save = useSaveEntity(botId);
  const form = useRecordForm({
    record: entity,
    toDraft: (of) => (of ? toDraft(of) : emptyEntity),
    read: (client) => client.fetchQuery({ ...entityQuery(botId, entity?.id ?? ''), staleTime: 0 }),
    toBody: (of) => toBody(of, { agentId: botId, ...(entity ? { id: entity.id } : {}) }),
    fromBody: toDraft,
    isChanged,
    save: (body: EntitySave, version) => save.mutateAsync({ ...body, ...(version === undefined ? {} : { version }) }),
    onSaved: ({ message }) => {
      showToast('success', inEnglish(message) || botWords.entityTexts('saved'));
      leave();
    },
    onRefused: (error) => {
      if (!isToldAlready(error)) tellErrors(error);
    },
    show: (field, value) =>
      field === 'values' ? (value as EntitySave['values']).map((row) => [row.value, ...row.synonyms, ...row.pattern].join(', ')) : value,
  });
  const { draft, change, box, field } = form;
  const [shownCount, setShownCount] = useState(rowStep);
  const [isPasting, setPasting] = useState(false);
  const canSave = isComplete(draft);
  const faults = placeFaults(readFieldErrors(form.failure));
  const failure = form.failure ? describeFailure(form.failure) : undefined;
  const hiddenCount = Math.max(0, draft.values.length - shownCount);

  const leave = () => void navigate({ to: '/bots/$botId/entity-list', params: { botId } });
  const handleRemove = async ({ key, value }: DraftValue) => {
    if (await confirmDelete('delete', value)) change((old) => removeValue(old, key));
  };
  const handleAdd = () => {
    change(addValue);
    setShownCount((count) => Math.max(count, draft.values.length + 1));
  };

  return (
    <form
      className={classes.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) void form.save();
      }}
    >
      <Title order={2}>{say(entity ? 'updateTitle' : 'createTitle')}</Title>
      {failure ? (
        <Alert color="red" role="alert">
          {failure.message}
          {faults.others.length > 0 ? (
            <ul className={classes.faults} aria-label={say('others')}>
              {faults.others.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          ) : null}
        </Alert>
      ) : null}
      <MayChange any={builderPermissions}>
        <div className={classes.top}>
          <TextInput label={say('nameField')} withAsterisk maxLength={100} autoFocus={!entity} {...field('name')} error={faults.name} />
          <Switch label={say('isSensitive')} description={say('sensitiveHint')} {...box('isSensitive')} />
        </div>
        <fieldset className={classes.rows}>
          <legend>{say('valueRows')}</legend>
          {draft.values.slice(0, shownCount).map((row, index) => (
            <ValueRow
              key={row.key}
              row={row}
              number={index + 1}
              isOnly={draft.values.length === 1}
              fault={faults.rows.get(index)}
              onChange={(part) => change((old) => changeValue(old, row.key, part))}
              onRemove={() => void handleRemove(row)}
            />
          ))}
        </fieldset>
      </MayChange>
      <div className={classes.rowTools}>
        <May any={builderPermissions}>
          <Button variant="light" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={handleAdd}>
            {say('addRow')}
          </Button>
          <Button variant="light" size="compact-sm" leftSection={<IconClipboardText size={14} />} onClick={() => setPasting(true)}>
            {say('pasteMany')}
          </Button>
        </May>
        {hiddenCount > 0 ? (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setShownCount((count) => count + rowStep)}>
            {say('showMoreRows', { count: Math.min(hiddenCount, rowStep) })}
          </Button>
        ) : null}
      </div>
      <Suspense>{isPasting ? <PasteDialog draft={draft} onPaste={change} onClose={() => setPasting(false)} /> : null}</Suspense>
      <div className={classes.footer}>
        <Text size="xs" c="dimmed" id="entity-form-hint">
          {canSave ? null : say('incomplete')}
        </Text>
        <Button variant="default" onClick={leave}>
          {say('cancel')}
        </Button>
        <May any={builderPermissions}>
          <Button type="submit" disabled={!canSave} loading={form.isBusy} aria-describedby="entity-form-hint">
            {say(entity ? 'updateButton' : 'createButton')}
          </Button>
        </May>
      </div>
    </form>
  );
}
