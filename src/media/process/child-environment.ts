/**
 * The environment variables that child processes may see: paths of programs and libraries, text
 * encoding, memory allocation, and settings of hardware encoders. All other variables are removed,
 * because they may contain keys and secrets.
 */
const ALLOWED = [
  ...['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'LD_LIBRARY_PATH', 'XDG_CACHE_HOME'],
  ...['XDG_RUNTIME_DIR', 'DISPLAY', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'NODE_COMPILE_CACHE'],
  ...['GLIBC_TUNABLES', 'OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'UV_THREADPOOL_SIZE'],
];
const ALLOWED_PREFIXES = [
  ...['LC_', 'MALLOC_', 'MIMALLOC_', 'LIBVA_', 'VDPAU_', 'MFX_', 'ONEVPL_', 'MESA_', 'DRI_'],
  ...['NVIDIA_', 'CUDA_', 'GPU_', 'SVT_'],
];

/** Returns the environment of a child process: the allowed variables, overridden by `ownVariables`. */
export function childEnvironment(
  ownVariables: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const allowed = Object.entries(process.env).filter(
    ([name]) =>
      ALLOWED.includes(name) || ALLOWED_PREFIXES.some((prefix) => name.startsWith(prefix)),
  );
  return { ...Object.fromEntries(allowed), ...ownVariables };
}
