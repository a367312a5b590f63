import { Badge, Button, Skeleton } from '@mantine/core';
import type { Branding, WhiteLabel } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useWords } from '../../../lib/words.ts';
import { accountWords } from '../../../locales/account.ts';
import { commonWords } from '../../../locales/common.ts';
import { useCan } from '../shared/me.ts';
import { useVersionedForm } from '../shared/use-versioned-form.tsx';
import classes from './branding.module.css';
import { brandingQuery, useBrandingChanges } from './branding.queries.ts';
import { measurePairs } from './branding-contrast.ts';
import { BrandingForm } from './branding-form.tsx';
import { BrandingPreview } from './branding-preview.tsx';

/** Names of a brand's parts in the form. */
const fieldWords = {
  'info.title': 'brandTitle',
  'info.supportContact': 'supportContact',
  'mail.senderName': 'senderName',
  'mail.footer': 'mailFooter',
  'colors.primary': 'primary',
  'colors.primaryText': 'primaryText',
  'colors.topBar': 'topBar',
  'colors.topBarText': 'topBarText',
  logoPath: 'logo',
  favIconPath: 'favicon',
  loaderPath: 'loader',
  banner: 'slides',
  dashBoardVideo: 'video',
} as const;

export function BrandingPage() {
  const say = useWords(accountWords.branding);
  const branding = useQuery(brandingQuery);
  const isSkeletonDue = useDelayed(branding.isPending);
  if (branding.data) return <BrandingEditor branding={branding.data} />;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={say('subtitle')} />
      {branding.isError ? (
        <ErrorState error={branding.error} onRetry={() => void branding.refetch()} />
      ) : (
        <Skeleton height={420} radius="lg" visible={isSkeletonDue} />
      )}
    </div>
  );
}

function BrandingEditor({ branding }: { branding: Branding }) {
  const say = useWords(accountWords.branding);
  const sayCommon = useWords(commonWords.ui);
  const canEdit = useCan(['ENTERPRISE.EDIT']);
  const { draft, isDirty, change, settle } = useDraft(branding.draft);
  const { saveDraft, publish, restore, restoreDefault } = useBrandingChanges();
  const isReadable = measurePairs(draft.colors).every((pair) => pair.isReadable);

  const versioned = useVersionedForm<WhiteLabel>({
    typed: draft,
    latest: { values: branding.draft, version: branding.version },
    load: async (client) => {
      const stands = await client.fetchQuery({ ...brandingQuery, staleTime: 0 });
      return { values: stands.draft, version: stands.version };
    },
    onTake: (values, next) => {
      settle(next);
      change(values);
      saveDraft.reset();
    },
    nameOf: (path) =>
      path in fieldWords
        ? say(fieldWords[path as keyof typeof fieldWords])
        : path.startsWith('allowedVendors')
          ? say('vendors')
          : undefined,
  });
  /** @returns undefined when it was not saved: somebody was quicker */
  const save = async () => {
    const saved = await versioned.save((values, version = branding.version) =>
      saveDraft.mutateAsync({ host: branding.host || location.host, draft: values, version }),
    );
    if (!saved) return undefined;
    settle(saved.draft);
    versioned.settle({ values: saved.draft, version: saved.version });
    return saved;
  };
  const handleSave = async () => {
    await save().then(
      (saved) => saved && showToast('success', say('draftSaved')),
      () => undefined,
    );
  };
  const handlePublish = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('publishTitle'),
      text: say('publishText', { host: branding.host || location.host }),
      confirm: say('publish'),
    });
    if (!isSure) return;
    try {
      if ((isDirty || branding.host === '') && !(await save())) return;
      await publish.mutateAsync();
      showToast('success', say('published'));
    } catch {
      // Both changes tell their failure themselves: the draft in the form, publishing as a toast.
    }
  };
  const handleRestore = async (versionId: string) => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('restoreTitle'),
      text: say('restoreText'),
      confirm: say('restore'),
    });
    if (isSure) restore.mutate(versionId, { onSuccess: () => showToast('success', say('restored')) });
  };

  const handleRestoreDefault = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('restoreDefaultTitle'),
      text: say('restoreDefaultText'),
      confirm: say('restoreDefault'),
    });
    if (isSure) restoreDefault.mutate(undefined, { onSuccess: () => showToast('success', say('defaultRestored')) });
  };

  return (
    <div>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle')}
        actions={
          canEdit ? (
            <>
              <Button variant="default" onClick={() => void handleSave()} loading={saveDraft.isPending} disabled={!isReadable}>
                {say('saveDraft')}
              </Button>
              <Button onClick={() => void handlePublish()} loading={publish.isPending} disabled={!isReadable}>
                {say('publish')}
              </Button>
            </>
          ) : undefined
        }
      />
      {saveDraft.error ? <SaveFailure error={saveDraft.error} lines={[]} mb="md" /> : null}
      <div className={classes.columns}>
        <div className={classes.form}>
          <BrandingForm draft={draft} isReadOnly={!canEdit} onChange={change} />
          <section className={classes.block} aria-labelledby="branding-versions">
            <h2 id="branding-versions" className={classes.blockTitle}>
              {say('versions')}
            </h2>
            {branding.versions.length === 0 ? <p className={classes.hint}>{sayCommon('noRecord')}</p> : null}
            <ul className={classes.versions}>
              {branding.versions.map((version, index) => (
                <li key={version.id}>
                  <span>
                    {version.title} · {formatReportDate(version.publishedAt)}
                    {version.publishedBy ? ` · ${version.publishedBy}` : ''}
                  </span>
                  {index === 0 ? (
                    <Badge color="green">{say('publishedState')}</Badge>
                  ) : canEdit ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => void handleRestore(version.id)}
                      loading={restore.isPending && restore.variables === version.id}
                    >
                      {say('restore')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            {canEdit && branding.versions.length > 0 ? (
              <Button size="compact-sm" variant="default" onClick={() => void handleRestoreDefault()} loading={restoreDefault.isPending}>
                {say('restoreDefault')}
              </Button>
            ) : null}
          </section>
        </div>
        <aside className={classes.preview} aria-label={say('preview')}>
          <BrandingPreview brand={draft} />
        </aside>
      </div>
    </div>
  );
}
