/** Exports of stored files and of the library for other domains. */

// Attachments of the library: who names a file, and whose names the library shows.

export { artifactUses, departmentChecks, type FileUse, type FileUser, fileUsers, makerNames } from './artifact/artifact.uses.ts';

// Pictures and films of the library that cards show.

export { holdLibraryMedia, type LibraryMedium, listLibraryMedia } from './artifact/artifact.repository.ts';

// An attachment of the library, to be sent.

export { copyFile } from './artifact/artifact.service.ts';

// A file on its way in: received, looked at, named, kept.

export { storeCustomerFile } from './file/customer.file.ts';
export { asVoice, findAttachment, readAttachment } from './file/file.attachment.ts';
export { storePicture } from './file/file.picture.ts';
export { holdFile, insertFile, lockFiles, nextImportFile, removeFiles } from './file/file.repository.ts';
export { keepUpload, readFilePart, storeUpload, type UploadPart } from './file/file.service.ts';
export { inspectFile } from './inspection/file.inspect.ts';
export { cleanFileName, extensionOf, formatOfName, readPartName } from './inspection/file.rules.ts';

// A file that is there: by its id, and only as far as it may be used.

export { listFiles, type StoredFile } from './file/file.repository.ts';
export { accessFile, accessFiles, fileNotFound } from './file/file.service.ts';
export { accessUsable, sharedFiles } from './file/file.sharing.ts';

// Downloads that are made while they leave.

export { downloaderOf } from './file/downloader.ts';
export { contentDisposition } from './inspection/file.rules.ts';

// Attachments of the library, for the demo's history.

export { createArtifact } from './artifact/artifact.service.ts';
export { createBucket } from './artifact/bucket.service.ts';

// Files that go for good.

export { removeDoomed } from './file/file.personal.ts';
