import { type TemplateForm as Form, type Template, type TemplateKind, type TemplateSave, templateFaults } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { differs } from '../../../lib/differs.ts';
import { sayDone } from '../../../lib/done.ts';
import { readFieldErrors, type SaidFault, sayFault } from '../../../lib/errors.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useGuardedForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { useCan } from '../../account/shared/me.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
import { templateQuery } from '../shared/template.queries.ts';
import { useSaveTemplate, useSubmitTemplate } from './template.queries.ts';
import { emptyDraft, type FaultOf, fieldOfReason, type TemplateDraft, toComponents, toDraft, toSave } from './template-draft.ts';

/** A part of a message in a line. */
const textOfComponent = ({ type, ...part }: TemplateSave['components'][number]): string =>
  `${type}: ${'text' in part && part.text ? part.text : JSON.stringify(part)}`;

const readOnlyStates = new Set(['PENDING']);

/** The form of a template: its draft and faults, what the user may do with it, and the ways to the server and to the vendor. */
export function useTemplateForm(kind: TemplateKind, template: Template | undefined) {
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

  return {
    draft,
    change,
    faultOf,
    /** The message as it would be sent, which the vendor's rules judge. */
    message: form,
    mayChange,
    maySubmit,
    isSaving: save.isPending,
    isSubmitting: submit.isPending,
    handleSave,
    handleSubmit,
  };
}
