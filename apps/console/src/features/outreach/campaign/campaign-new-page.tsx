import { Button } from '@mantine/core';
import { emptyPlan } from '@parley/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { PageHeader } from '../../../components/page-header.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readFieldErrors } from '../../../lib/errors.ts';
import { useGuardedForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BackLink } from '../shared/back-link.tsx';
import { useCampaignAction, useCreateCampaign } from '../shared/campaign.queries.ts';
import { BasicsStep } from '../shared/plan/basics-step.tsx';
import classes from '../shared/plan/plan.module.css';
import { findUnsavable, type PlanDraft, toFaults } from '../shared/plan/plan-draft.ts';
import { StepNav } from '../shared/plan/step-nav.tsx';

const emptyDraft = (): PlanDraft => ({ name: '', description: '', accessType: 'Private', plan: emptyPlan() });

/** The first step makes the campaign; the others fill in its plan. */
export function CampaignNewPage() {
  const say = useWords(campaignWords.plan);
  const navigate = useNavigate();
  const form = useGuardedForm<PlanDraft>({ initial: emptyDraft, check: findUnsavable });
  const { draft, faults, change, release } = form;
  const requestKey = useRef(crypto.randomUUID());
  const create = useCreateCampaign();
  const { iterate } = useCampaignAction();
  const handleSubmit = async () => {
    try {
      const { name, description, accessType } = draft;
      const campaign = await create.mutateAsync({ name, description, accessType, requestKey: requestKey.current });
      if (campaign.may.includes('edit')) {
        release();
        await navigate({
          to: '/campaigns/campaigns-list/$campaignId/edit',
          params: { campaignId: campaign.id },
          search: { step: 'message' },
          replace: true,
        });
        return;
      }
      // A user who may create campaigns but not edit them fills in the plan of the first iteration.
      const { id } = await iterate.mutateAsync({ campaignId: campaign.id, name: '', requestKey: requestKey.current });
      release();
      await navigate({
        to: '/campaigns/activity/$activityId/edit',
        params: { activityId: id },
        search: { step: 'message' },
        replace: true,
      });
    } catch (error) {
      form.setFaults(toFaults(readFieldErrors(error)));
    }
  };
  const error = create.error ?? iterate.error;
  return (
    <div>
      <BackLink to="/campaigns/campaigns-list">{say('backToList')}</BackLink>
      <PageHeader title={say('newTitle')} subtitle={say('newSubtitle')} />
      <form className={classes.fields} noValidate onSubmit={form.submit(handleSubmit)}>
        <StepNav current="basics" done={[]} faulty={Object.keys(faults).length > 0 ? ['basics'] : []} isLocked onGo={() => {}} />
        {error ? <SaveFailure error={error} /> : null}
        <BasicsStep draft={draft} faults={faults} fields="new" onChange={change} />
        <div className={classes.foot}>
          <span />
          <Button type="submit" rightSection={<IconArrowRight size={16} aria-hidden />} loading={create.isPending || iterate.isPending}>
            {say('createAndGo')}
          </Button>
        </div>
      </form>
    </div>
  );
}
