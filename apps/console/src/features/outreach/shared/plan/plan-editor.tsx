import { Button } from '@mantine/core';
import { type CampaignCheck, type ContentLetter, contentsOf } from '@parley/contract';
import { IconArrowLeft, IconArrowRight, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { api } from '../../../../lib/api.ts';
import { readFieldErrors, sayFault } from '../../../../lib/errors.ts';
import { useAddressState } from '../../../../lib/use-address-state.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import type { Loaded } from '../../../account/shared/use-versioned-form.tsx';
import type { ChosenChannel } from '../channel-picker.tsx';
import { AudienceStep } from './audience-step.tsx';
import { BasicsStep } from './basics-step.tsx';
import { ContentTabs } from './content-tabs.tsx';
import { ContentTools } from './content-tools.tsx';
import { FallbackPanel } from './fallback-panel.tsx';
import { MappingStep } from './mapping-step.tsx';
import { MessageStep } from './message-step.tsx';
import { PageField } from './page-field.tsx';
import classes from './plan.module.css';
import { PlanSearch, type PlanStep, planSteps } from './plan.search.ts';
import { changeContent, faultsOfContent, planOfContent } from './plan-contents.ts';
import { isStepDone, type PlanDraft, type PlanFaults, stepOf, toFaults } from './plan-draft.ts';
import { ReviewStep } from './review-step.tsx';
import { SaveNote } from './save-note.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { StepNav } from './step-nav.tsx';
import { usePlanContents } from './use-plan-content.ts';
import { type PlanStore, usePlanForm } from './use-plan-form.ts';

export type PlanEditorProps = {
  fields: 'campaign' | 'activity';
  campaignId: string;
  /** '' of a campaign's own plan */
  activityId: string;
  record: Loaded<PlanDraft>;
  channel: ChosenChannel;
  store: PlanStore;
  canSubmit: boolean;
  /** Everything is saved. @throws what the server refuses */
  onSubmit: () => Promise<void>;
};

const findFaults = (check: CampaignCheck): PlanFaults =>
  toFaults(check.checks.flatMap(({ errors }) => errors.map((fault) => ({ field: fault.field, message: sayFault(fault) }))));

/** The six steps of a plan (screens 3.2). Each is saved as it is typed, and none is in the way of another. */
export function PlanEditor({ fields, campaignId, activityId, record, channel, store, canSubmit, onSubmit }: PlanEditorProps) {
  const say = useWords(campaignWords.plan);
  const { search, change: goTo } = useAddressState(PlanSearch);
  const { step } = search;
  const form = usePlanForm(record, store);
  const { draft, unsavable, save, change, changePlan, mendPlan } = form;
  const contents = usePlanContents(draft.plan, channel);
  const [letter, setLetter] = useState<ContentLetter>('A');
  const [told, setTold] = useState<PlanFaults>({});
  const faults: PlanFaults = { ...told, ...unsavable };
  const check = useMutation({
    meta: { isQuiet: true },
    mutationFn: async () => {
      const isSaved = await save();
      if (!isSaved) throw new Error('unsaved');
      return api.campaigns.validate({ body: { campaignId, activityId, plan: draft.plan } });
    },
    onSuccess: (found) => setTold(findFaults(found)),
  });
  const submit = useMutation({
    meta: { isQuiet: true },
    mutationFn: async () => {
      if (!(await save())) return;
      await onSubmit();
    },
    onError: (error) => {
      const found = readFieldErrors(error);
      setTold(toFaults(found));
      const first = found[0];
      if (first && stepOf(first.field) !== 'review') void go(stepOf(first.field));
    },
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // A change of step moves the focus to its heading.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  const checkNow = check.mutate;
  useEffect(() => {
    if (step === 'review') checkNow();
  }, [step, checkNow]);

  async function go(next: PlanStep): Promise<void> {
    void save();
    goTo({ step: next });
  }
  const at = planSteps.indexOf(step);
  const [before, after] = [planSteps[at - 1], planSteps[at + 1]];
  const faulty = [...new Set(Object.keys(faults).map(stepOf))];
  const handleSubmit = () => {
    const wrong = check.data?.checks.flatMap(({ errors }) => errors)[0];
    if (wrong && stepOf(wrong.field) !== 'review') void go(stepOf(wrong.field));
    else submit.mutate();
  };
  const plan = { draft, content: contents[0], faults, onPlan: changePlan };
  // One of the contents at a time, as if it were the only one.
  const place = Math.max(
    0,
    contentsOf(draft.plan).findIndex((one) => one.letter === letter),
  );
  const one = {
    draft: { ...draft, plan: planOfContent(draft.plan, place) },
    content: contents[place] ?? contents[0],
    faults: faultsOfContent(faults, place),
    onPlan: (part: Partial<PlanDraft['plan']>) => mendPlan((old) => changeContent(old, place, part)),
  };
  const tabs = { plan: draft.plan, letter, faults, onLetter: setLetter };

  return (
    <div className={classes.fields}>
      <StepNav
        current={step}
        done={planSteps.filter((name) =>
          isStepDone(
            name,
            draft,
            contents.map(({ groups }) => groups),
          ),
        )}
        faulty={faulty}
        onGo={(next) => void go(next)}
      />
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          {say('stepOf', { number: at + 1, name: say(`step_${step}`) })}
        </h2>
        <SaveNote form={form} />
      </div>
      {submit.error ? <SaveFailure error={submit.error} /> : null}
      {step === 'basics' ? <BasicsStep draft={draft} faults={faults} fields={fields} onChange={change} /> : null}
      {step === 'message' ? (
        <ContentTabs {...tabs} step="message">
          <ContentTools plan={draft.plan} place={place} onLetter={setLetter} onMend={mendPlan} />
          <MessageStep key={`${letter} ${draft.plan.contents.length}`} {...one} isChannelFixed={place > 0} />
        </ContentTabs>
      ) : null}
      {step === 'message' ? <PageField plan={draft.plan} faults={faults} onPlan={changePlan} /> : null}
      {step === 'message' ? <FallbackPanel plan={draft.plan} faults={faults} onPlan={changePlan} /> : null}
      {step === 'audience' ? <AudienceStep {...plan} /> : null}
      {step === 'mapping' ? (
        <ContentTabs {...tabs} step="mapping">
          <MappingStep key={`${letter} ${one.content.template?.id ?? ''}`} {...one} letter={letter} activityId={activityId} onSave={save} />
        </ContentTabs>
      ) : null}
      {step === 'schedule' ? <ScheduleStep {...plan} /> : null}
      {step === 'review' ? (
        <ReviewStep
          campaignId={campaignId}
          activityId={activityId}
          draft={draft}
          contents={contents}
          check={check.data}
          error={check.error}
          isUnsaved={form.isDirty}
          isChecking={check.isPending}
          onCheck={checkNow}
          onGo={(next) => void go(next)}
        />
      ) : null}
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          disabled={before === undefined}
          onClick={() => before && void go(before)}
        >
          {say('back')}
        </Button>
        {after ? (
          <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={() => void go(after)}>
            {say('next')}
          </Button>
        ) : (
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={submit.isPending}
            disabled={!canSubmit || check.isPending || check.data === undefined}
            onClick={handleSubmit}
          >
            {say('submit')}
          </Button>
        )}
      </div>
    </div>
  );
}
