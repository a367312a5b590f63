import { Button, Skeleton, Stack } from '@mantine/core';
import { packageInstallers, packageKeepers, packageRemovers, packageUpdaters, type WholePackage } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { late } from '../../../lib/late.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import { useCan } from '../../account/shared/me.ts';
import { BackLink } from '../../journey/shared/back-link.tsx';
import classes from './package.module.css';
import { packageQuery, readPackageFile } from './package.queries.ts';
import { AboutPanel, ContentsPanel, HerePanel, NeedsPanel, PermissionsPanel, PublisherPanel } from './package-panels.tsx';
import { PackageStanding } from './package-tile.tsx';

const InstallDialog = late(() => import('./install-dialog.tsx').then((module) => module.InstallDialog));
const UpdateDialog = late(() => import('./update-dialog.tsx').then((module) => module.UpdateDialog));
const RemoveDialog = late(() => import('./remove-dialog.tsx').then((module) => module.RemoveDialog));
const TryDialog = late(() => import('./try-dialog.tsx').then((module) => module.TryDialog));

/** One package: its contents, who signed it, and how it is installed here. */
export function PackagePage() {
  const say = useWords(packageWords.one);
  const { packageId = '' } = useParams({ strict: false });
  const found = useQuery(packageQuery(packageId));
  return (
    <div>
      <BackLink to="/marketplace">{say('back')}</BackLink>
      {found.data ? (
        <Loaded found={found.data} />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Stack gap="md" mt="md">
          <Skeleton height={72} radius="md" />
          <Skeleton height={280} radius="md" />
        </Stack>
      )}
    </div>
  );
}

type OpenDialog = 'install' | 'update' | 'remove' | 'try';

function Loaded({ found }: { found: WholePackage }) {
  const sayList = useWords(packageWords.list);
  const [open, setOpen] = useState<OpenDialog>();
  const handleClose = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title={found.name}
        subtitle={
          <span className={classes.standing}>
            <PackageStanding installed={found.installed} hasUpdate={found.hasUpdate} />
            <span>{[sayList('versionShort', { version: found.version }), sayList(`origin_${found.origin}`)].join(' · ')}</span>
          </span>
        }
        actions={<Actions found={found} onOpen={setOpen} />}
      />
      <div className={classes.columns}>
        <div className={classes.column}>
          {found.install ? <HerePanel install={found.install} /> : null}
          <ContentsPanel found={found} />
        </div>
        <div className={classes.column}>
          <AboutPanel found={found} />
          <PublisherPanel found={found} />
          <NeedsPanel needs={found.needs} />
          <PermissionsPanel permissions={found.permissions} />
        </div>
      </div>
      <Suspense>
        {open === 'install' ? <InstallDialog found={found} onClose={handleClose} /> : null}
        {open === 'update' ? <UpdateDialog found={found} onClose={handleClose} /> : null}
        {open === 'remove' ? <RemoveDialog found={found} onClose={handleClose} /> : null}
        {open === 'try' ? <TryDialog found={found} onClose={handleClose} /> : null}
      </Suspense>
    </>
  );
}

async function saveFile({ id, key, version }: WholePackage): Promise<void> {
  try {
    saveBlob(`${key}-${version}.parley`, await readPackageFile(id));
  } catch (error) {
    tellFailure(error);
  }
}

function Actions({ found, onOpen }: { found: WholePackage; onOpen: (dialog: OpenDialog) => void }) {
  const say = useWords(packageWords.one);
  const canInstall = useCan(packageInstallers);
  const canUpdate = useCan(packageUpdaters);
  const canRemove = useCan(packageRemovers);
  const isKeeper = useCan(packageKeepers);
  const isHere = found.install !== null;
  const others = [
    ...(isKeeper ? [{ label: say('file'), onClick: () => void saveFile(found) }] : []),
    ...(isHere && canRemove ? [{ label: say('remove'), isDangerous: true, onClick: () => onOpen('remove') }] : []),
  ];
  return (
    <>
      {found.tests > 0 ? (
        <Button variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => onOpen('try')}>
          {say('try')}
        </Button>
      ) : null}
      {!isHere && canInstall ? <Button onClick={() => onOpen('install')}>{say('install')}</Button> : null}
      {found.hasUpdate && canUpdate ? <Button onClick={() => onOpen('update')}>{say('update', { version: found.version })}</Button> : null}
      {others.length > 0 ? <RowMenu label={say('actions', { name: found.name })} actions={others} /> : null}
    </>
  );
}
