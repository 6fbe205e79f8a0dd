// What a container asks whether the service in it answers. Plain http is enough: it gets 308 to https, and no more, from
// a service that listens and is not stuck.
const port = process.env.PENNYROW_PORT || 28_400;
try {
  const { status } = await fetch(`http://127.0.0.1:${port}/`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(8000),
  });
  process.exitCode = status === 308 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
