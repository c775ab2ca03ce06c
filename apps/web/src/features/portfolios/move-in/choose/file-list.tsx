import { X } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';

interface FileListProps {
  files: readonly File[];
  isDisabled: boolean;
  onRemove: (file: File) => void;
}

/** The chosen files. */
export function FileList({ files, isDisabled, onRemove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Chosen files" className="divide-y divide-line rounded-md border border-line bg-surface">
      {files.map((file) => (
        <li key={fileKey(file)} className="flex items-center gap-3 py-1 pr-1 pl-3.5 text-sm">
          <span className="min-w-0 grow font-medium break-words">{file.name}</span>
          <span className="numeric shrink-0 text-muted">{formatSize(file.size)}</span>
          <IconButton label={`Remove ${file.name}`} disabled={isDisabled} onClick={() => onRemove(file)}>
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** Equal for a file that is chosen twice. */
export function fileKey({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

const [bytesPerKilobyte, bytesPerMegabyte] = [1_000, 1_000_000];

function formatSize(bytes: number): string {
  return bytes < bytesPerMegabyte
    ? `${Math.ceil(bytes / bytesPerKilobyte)} kB`
    : `${(bytes / bytesPerMegabyte).toFixed(1)} MB`;
}
