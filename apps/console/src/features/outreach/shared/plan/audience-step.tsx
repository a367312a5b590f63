import { Alert, MultiSelect, Select, Text } from '@mantine/core';
import type { Audience, CustomerSet } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { useCan } from '../../../account/shared/me.ts';
import { countryOptions } from '../../../customer/shared/countries.ts';
import { filtersQuery } from '../../../customer/shared/filter.queries.ts';
import { setsQuery } from '../../../customer/shared/set.queries.ts';
import { useFilterFields } from '../../../customer/shared/use-filter-fields.ts';
import { ActivitiesSelect, ResultRows } from './activity-choices.tsx';
import { audienceFileQuery } from './audience.queries.ts';
import { AudienceLook } from './audience-look.tsx';
import { ConditionsField } from './conditions-field.tsx';
import { FileChoice } from './file-choice.tsx';
import { GivenFields } from './given-fields.tsx';
import classes from './plan.module.css';
import { type ChangePlan, faultAt, type PlanDraft, type PlanFaults } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';

type AudienceStepProps = { draft: PlanDraft; content: PlanContent; faults: PlanFaults; onPlan: ChangePlan };

const toOptions = (sets: readonly CustomerSet[] | undefined) => (sets ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** Audience of the campaign, and its exclusions; counted at once. */
export function AudienceStep({ draft, content, faults, onPlan }: AudienceStepProps) {
  const say = useWords(campaignWords.plan);
  const { i18n } = useTranslation();
  const { audience, country } = draft.plan;
  const hasBook = useCan(['CUSTOMER.VIEW']);
  const groups = toOptions(useQuery({ ...setsQuery('group'), enabled: hasBook }).data);
  const labels = toOptions(useQuery({ ...setsQuery('label'), enabled: hasBook }).data);
  const filters = useQuery({ ...filtersQuery, enabled: hasBook });
  const fields = useFilterFields(hasBook);
  const file = useQuery(audienceFileQuery(audience.fileId));
  const change = (part: Partial<Audience>) => onPlan({ audience: { ...audience, ...part } });
  const exclude = (part: Partial<Audience['exclude']>) => change({ exclude: { ...audience.exclude, ...part } });
  return (
    <div className={classes.fields}>
      <Panel title={say('include')} text={say('includeText')}>
        <div className={classes.fields}>
          {faults.audience ? (
            <Alert color="red" role="alert">
              {faults.audience}
            </Alert>
          ) : null}
          <GivenFields audience={audience} faults={faults} onChange={change} />
          {audience.given ? null : hasBook ? (
            <>
              <div className={classes.row}>
                <MultiSelect
                  label={say('groups')}
                  searchable
                  data={groups}
                  value={audience.groupIds}
                  error={faultAt(faults, 'audience.groupIds')}
                  onChange={(groupIds) => change({ groupIds })}
                />
                <MultiSelect
                  label={say('labels')}
                  searchable
                  data={labels}
                  value={audience.labelIds}
                  error={faultAt(faults, 'audience.labelIds')}
                  onChange={(labelIds) => change({ labelIds })}
                />
                <Select
                  label={say('savedFilter')}
                  searchable
                  clearable
                  data={(filters.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  value={audience.filterId === '' ? null : audience.filterId}
                  error={faultAt(faults, 'audience.filterId')}
                  onChange={(filterId) => change({ filterId: filterId ?? '' })}
                />
              </div>
              <ConditionsField conditions={audience.conditions} fields={fields} onChange={(conditions) => change({ conditions })} />
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {say('noBook')}
            </Text>
          )}
          <div className={classes.row}>
            {audience.given ? null : (
              <FileChoice
                fileId={audience.fileId}
                channelType={content.channel?.type}
                country={country}
                error={faultAt(faults, 'audience.fileId')}
                onChange={(fileId) => change({ fileId })}
              />
            )}
            <Select
              label={say('country')}
              description={say('countryHint')}
              searchable
              clearable
              data={countryOptions(i18n.language)}
              value={country === '' ? null : country}
              error={faults.country}
              onChange={(code) => onPlan({ country: code ?? '' })}
            />
          </div>
          {audience.given ? null : (
            <ResultRows
              results={audience.results}
              error={faultAt(faults, 'audience.results')}
              onChange={(results) => change({ results })}
            />
          )}
        </div>
      </Panel>
      <Panel title={say('exclude')} text={say('excludeText')}>
        <div className={classes.row}>
          {hasBook ? (
            <>
              <MultiSelect
                label={say('excludedGroups')}
                searchable
                data={groups}
                value={audience.exclude.groupIds}
                error={faultAt(faults, 'audience.exclude.groupIds')}
                onChange={(groupIds) => exclude({ groupIds })}
              />
              <MultiSelect
                label={say('excludedLabels')}
                searchable
                data={labels}
                value={audience.exclude.labelIds}
                error={faultAt(faults, 'audience.exclude.labelIds')}
                onChange={(labelIds) => exclude({ labelIds })}
              />
            </>
          ) : null}
          <ActivitiesSelect
            label={say('excludedReached')}
            value={audience.exclude.activityIds}
            error={faultAt(faults, 'audience.exclude.activityIds')}
            onChange={(activityIds) => exclude({ activityIds })}
          />
        </div>
      </Panel>
      {audience.given ? null : <AudienceLook draft={draft} template={content.template} columns={file.data?.columns ?? []} />}
    </div>
  );
}
