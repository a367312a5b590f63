import { Alert, Anchor, Badge, Button, Group, Text } from '@mantine/core';
import {
  checkTemplate,
  type TemplateForm as Form,
  sampleValues,
  type Template,
  type TemplateFault,
  type TemplateKind,
  type TemplateSave,
  templateFaults,
} from '@parley/contract';
import { IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { differs } from '../../../lib/differs.ts';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors, type SaidFault, sayFault } from '../../../lib/errors.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useGuardedForm } from '../../../lib/use-form.ts';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { templateQuery } from '../shared/template.queries.ts';
import { TemplatePhone } from '../shared/template-phone.tsx';
import { hasTemplateContent } from '../shared/template-preview.tsx';
import { toPreview } from '../shared/to-preview.ts';
import { AboutFields } from './about-fields.tsx';
import { ContentFields } from './content-fields.tsx';
import classes from './template.module.css';
import { useSaveTemplate, useSubmitTemplate } from './template.queries.ts';
import { emptyDraft, type FaultOf, fieldOfReason, type TemplateDraft, toComponents, toDraft, toSave } from './template-draft.ts';
import { statusColors } from './template-status.ts';

/** A part of a message in a line. */
const textOfComponent = ({ type, ...part }: TemplateSave['components'][number]): string =>
  `${type}: ${'text' in part && part.text ? part.text : JSON.stringify(part)}`;

const readOnlyStates = new Set(['PENDING']);

export function TemplateForm({ kind, template }: { kind: TemplateKind; template: Template | undefined }) {
  const say = useWords(channelWords.template);
  const navigate = useNavigate();
  const save = useSaveTemplate();
  const submit = useSubmitTemplate();
  const { draft, isDirty, change, settle, markSaved, release } = useGuardedForm<TemplateDraft>({
    initial: () => (template ? toDraft(template) : emptyDraft()),
    isChanged: (one, other) => differs(toSave(one, kind), toSave(other, kind)),
  });
  const loaded = (of: Template) => ({ values: toSave(toDraft(of), kind), version: of.version });
  const read = useRef(template);
  const versioned = useVersionedForm<TemplateSave>({
    typed: toSave(draft, kind),
    latest: template && loaded(template),
    load: async (client) => {
      read.current = await client.fetchQuery({ ...templateQuery(template?.id ?? ''), staleTime: 0 });
      return loaded(read.current);
    },
    onTake: (values, next) => {
      const of = read.current ?? template;
      if (!of) return;
      settle(toDraft({ ...of, ...next }));
      change(toDraft({ ...of, ...values }));
    },
    show: (field, value) => (field === 'components' ? (value as TemplateSave['components']).map(textOfComponent) : value),
  });
  const [faults, setFaults] = useState<SaidFault[]>([]);
  const [risks, setRisks] = useState<TemplateFault[]>();
  const canCreate = useCan(['MSG_TEMPLATES.CREATE']);
  const canEdit = useCan(['MSG_TEMPLATES.EDIT']);
  const mayChange = template ? canEdit && !readOnlyStates.has(template.status) : canCreate;
  const maySubmit =
    (canCreate || canEdit) && !template?.isManual && (!template || template.status === 'DRAFT' || template.status === 'REJECTED');

  const components = toComponents(draft, kind);
  const form: Form = { kind, name: draft.name, category: draft.category, components, extra: draft.extra };
  const faultOf: FaultOf = (field) => {
    const found = faults.filter((fault) => fault.field === field).map(({ message }) => message);
    const isTold = template?.status === 'REJECTED' && template.statusReason !== '' && fieldOfReason(template.statusReason) === field;
    if (isTold) found.unshift(say('vendorSays', { reason: template.statusReason }));
    return found.length > 0 ? [...new Set(found)].join(' ') : undefined;
  };
  const open = (id: string) => {
    release();
    void navigate({ to: '/admin/messageTemplate/whatsapp/$templateId', params: { templateId: id }, replace: !template });
  };

  /** @returns whether there is nothing that keeps it from the server */
  const isSound = (isWhole: boolean) => {
    const found = templateFaults(form)
      .filter(({ isMissing }) => isWhole || !isMissing)
      .map((fault): SaidFault => ({ field: fault.field, message: sayFault(fault) }));
    if (draft.channelId === '') found.unshift({ field: 'channelId', message: say('noChannelChosen') });
    setFaults(found);
    if (found.length > 0) showToast('error', say('someFaults'));
    return found.length === 0;
  };
  const handleFailure = (error: Error) => {
    setFaults(readFieldErrors(error));
    tellErrors(error);
  };
  const store = async () => {
    const stored = await versioned.save((values, version) =>
      save.mutateAsync({ ...(template && version !== undefined ? { id: template.id, version } : {}), save: values }),
    );
    if (stored) markSaved(draft);
    return stored;
  };
  const handleSave = async () => {
    if (!isSound(false)) return;
    try {
      const stored = await store();
      if (!stored) return;
      showToast('success', sayDone(stored.message, 'saved'));
      open(stored.answer.id);
    } catch (error) {
      handleFailure(error as Error);
    }
  };
  const handleSubmit = async () => {
    if (!isSound(true)) return;
    try {
      const id = template && !isDirty ? template.id : (await store())?.answer.id;
      if (id === undefined) return;
      release();
      try {
        const { message } = await submit.mutateAsync(id);
        showToast('success', sayDone(message, 'submitted'));
      } finally {
        // Saved all the same: what the vendor refused stands there as a draft.
        open(id);
      }
    } catch (error) {
      handleFailure(error as Error);
    }
  };

  const preview = toPreview(components, sampleValues(components));
  return (
    <div>
      <Anchor component={Link} to="/admin/messageTemplate/whatsapp" search={{ tab: kind } as never} size="sm">
        <Group gap={4}>
          <IconArrowLeft size={14} aria-hidden />
          {say('back')}
        </Group>
      </Anchor>
      <PageHeader
        title={template?.name ?? say('createTitle')}
        subtitle={say(kind)}
        actions={template ? <Badge color={statusColors[template.status]}>{say(template.status)}</Badge> : null}
      />
      <StatusNote template={template} isReadOnly={!mayChange} />
      <div className={classes.builder}>
        <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
          <div className={classes.form}>
            <AboutFields
              kind={kind}
              draft={draft}
              isKnown={Boolean(template && (template.vendorTemplateId || template.replacesId))}
              hasChannel={Boolean(template)}
              faultOf={faultOf}
              onChange={change}
            />
            <ContentFields kind={kind} draft={draft} faultOf={faultOf} onChange={change} />
          </div>
        </fieldset>
        <aside className={classes.side}>
          <Panel title={say('preview')}>
            {hasTemplateContent(preview) ? (
              <TemplatePhone content={preview} />
            ) : (
              <Text size="sm" c="dimmed">
                {say('noPreview')}
              </Text>
            )}
          </Panel>
          {risks ? <Risks risks={risks} /> : null}
        </aside>
      </div>
      <div className={classes.footer}>
        <Button variant="default" onClick={() => setRisks(checkTemplate(form))}>
          {say('check')}
        </Button>
        {mayChange ? (
          <Button
            variant={maySubmit ? 'default' : 'filled'}
            loading={save.isPending}
            disabled={submit.isPending}
            onClick={() => void handleSave()}
          >
            {say('save')}
          </Button>
        ) : null}
        {maySubmit && mayChange ? (
          <Button loading={submit.isPending} disabled={save.isPending} onClick={() => void handleSubmit()}>
            {say(template?.status === 'REJECTED' ? 'resubmit' : 'submit')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** State of the template, and its meaning for the user who has it open. */
function StatusNote({ template, isReadOnly }: { template: Template | undefined; isReadOnly: boolean }) {
  const say = useWords(channelWords.template);
  if (!template) return null;
  const { status, statusReason, isManual, replacesId, replacedById } = template;
  const notes = [
    status === 'REJECTED' ? say('editAndResubmit') : '',
    statusReason === '' ? '' : say('vendorSays', { reason: statusReason }),
    status === 'PENDING' ? say('isPending') : '',
    status === 'APPROVED' && !isReadOnly ? say('isApproved') : '',
    isManual ? say('isManual') : '',
    replacesId === '' ? '' : say('isVersion'),
    isReadOnly && status !== 'PENDING' ? say('readOnly') : '',
  ].filter((note) => note !== '');
  if (notes.length === 0 && replacedById === '') return null;
  return (
    <Alert mb="md" color={status === 'REJECTED' || status === 'PAUSED' || status === 'DISABLED' ? 'red' : 'blue'} role="status">
      {notes.join(' ')}{' '}
      {replacedById === '' ? null : (
        <Anchor component={Link} to="/admin/messageTemplate/whatsapp/$templateId" params={{ templateId: replacedById } as never}>
          {say('openVersion')}
        </Anchor>
      )}
    </Alert>
  );
}

/** 'cards.0.buttons.1.text' as people say it: 'Card 1, Button 2'. */
function fieldName(say: SayOf<typeof channelWords.template>, field: string): string {
  const [, card, rest = field] = /^cards\.(\d+)\.?(.*)$/.exec(field) ?? [];
  const [part = '', place] = rest.split('.');
  const names: Record<string, string> = {
    name: say('name'),
    category: say('category'),
    header: say('header'),
    body: say('body'),
    footer: say('footer'),
    offer: say('offer'),
    cards: say('cards'),
    title: say('title'),
    buttons: place === undefined ? say('buttons') : say('buttonNumber', { number: Number(place) + 1 }),
  };
  return [card === undefined ? '' : say('cardNumber', { number: Number(card) + 1 }), names[part] ?? '']
    .filter((name) => name !== '')
    .join(', ');
}

function Risks({ risks }: { risks: TemplateFault[] }) {
  const say = useWords(channelWords.template);
  if (risks.length === 0)
    return (
      <Alert color="green" role="status" icon={<IconCircleCheck size={16} />}>
        {say('checkClean')}
      </Alert>
    );
  return (
    <Alert color="yellow" role="status" title={say('checkFound')}>
      <ul className={classes.reasons}>
        {risks.map((risk) => (
          <li key={`${risk.field} ${risk.message}`}>
            <strong>{fieldName(say, risk.field)}</strong>: {sayFault(risk)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
