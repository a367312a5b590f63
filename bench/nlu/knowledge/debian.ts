import type { Manual } from '../../../apps/server/test/manuals/manual.ts';

/**
 * Documentation packages of Debian 12 (debian-faq, developers-reference, debian-reference-en, apt-doc, maint-guide), each unpacked into the folder
 * with `dpkg-deb -x`. They are read there and are no part of the project; their licences (GPL, DFSG-free) allow that and more.
 */
export const debianManuals = (folder: string): Manual[] => [
  {
    name: 'debian-faq (PDF, 73 pages)',
    files: [`${folder}/debian-faq/usr/share/doc/debian/FAQ/debian-faq.en.pdf.gz`],
    questions: [
      ['how do you say the word Debian?', /ee-en/],
      ['who started Debian?', /Ian Murdock/],
      ['in which year was the Debian project created?', /1993/],
      ['how many architectures does Debian run on?', /9 arch|amd64/],
      ['who wrote Linux?', /Linus Torvalds/],
      ['where do the codenames come from?', /Toy Story/],
      ['how do I hold a package with apt?', /apt-mark hold/],
      ['what does purge do to a package?', /completely|including its configuration/],
      ['what extension do binary package files have?', /\.deb/],
      ['what is a virtual package?', /generic name/],
      ['how can I list the packages that are installed?', /dpkg --list|dpkg -l/],
      ['how do I find out which package a file belongs to?', /dpkg --search|dpkg -S/],
      ['how do I report a bug?', /reportbug|submit@bugs|debian.org\/Bugs/],
      ['which command makes all programs use the same paper size?', /papersize|paperconfig|libpaper/],
      ['am I allowed to sell Debian CDs?', /Go ahead|do not need permission/],
      ['which file do I have to change to move from stable to testing?', /sources\.list/],
      ['can updates be installed automatically?', /unattended-upgrades|cron-apt/],
      ['is it necessary to keep the .deb files after the installation?', /No\b|autoclean|clean/],
    ],
  },
  {
    name: 'developers-reference (PDF, 115 pages)',
    files: [`${folder}/developers-reference/usr/share/developers-reference/developers-reference.pdf`],
    questions: [
      ['what should I do before I go on vacation?', /\[VAC\]|debian-private/],
      ['how do I retire from Debian?', /Orphan all your packages/],
      ['what is the main IRC channel for development?', /#debian-devel/],
      ['where are the web pages of developers hosted?', /people\.debian\.org/],
      ['which mailing list is for important announcements to developers?', /debian-devel-announce/],
      ['what does NMU stand for?', /Non-Maintainer Upload/i],
      ['which server is the canonical place of the bug tracking system?', /bugs\.debian\.org/],
      ['how do I see which chroots are available?', /machines\.cgi/],
    ],
  },
  {
    name: 'debian-reference (PDF, 261 pages)',
    files: [`${folder}/debian-reference-en/usr/share/debian-reference/debian-reference.en.pdf`],
    questions: [
      ['what is a named pipe?', /acts like a pipe/],
      ['which command changes the timestamps of a file?', /touch/],
      ['what does mtime mean?', /modification time/],
      ['what permissions does a symlink have?', /rwxrwxrwx/],
      ['what are the two methods to give a file a second name?', /[Hh]ard ?link/],
      ['which group gives access to serial ports?', /dialout/],
      ['how many types of device files are there?', /2 types|Character device/],
      ['which key combination completes a command in the shell?', /TAB|Tab/],
    ],
  },
  {
    name: 'apt guide (HTML, 4 pages)',
    files: ['ch1', 'ch2', 'ch3', 'ch4'].map((page) => `${folder}/apt-doc/usr/share/doc/apt-doc/guide.html/${page}.html`),
    questions: [
      ['which command fetches the package lists?', /apt-get update/],
      ['does upgrade remove packages?', /never/],
      ['what is dist-upgrade for?', /complete upgrader|upgrading between releases/],
      ['which option downloads the files without installing them?', /-d\b/],
      ['what is a simple dependency?', /requires another package/],
    ],
  },
  {
    name: 'maint-guide (HTML, 10 pages)',
    files: ['start', 'first', 'modify', 'dreq', 'dother', 'build', 'checkit', 'upload', 'update', 'advanced'].map(
      (page) => `${folder}/maint-guide/usr/share/doc/maint-guide/html/${page}.en.html`,
    ),
    questions: [
      ['which compat level should I use?', /v10|echo 10/],
      ['what is the dirs file for?', /directories which we need/],
      ['which command creates the template files?', /dh_make/],
      ['which tool checks my package for errors?', /lintian/],
      ['how do I upload a package to the archive?', /dput|dupload/],
      ['where does a cron job that runs once a day go?', /cron\.daily/],
      ['which command builds the whole package?', /dpkg-buildpackage|debuild/],
      ['what is quilt used for?', /patch|modifications/i],
      ['how do I register the documentation of my package?', /doc-base/],
      ['how do I find out what has changed between two binary packages?', /debdiff/],
    ],
  },
];
