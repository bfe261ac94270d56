use std::{fmt::Display, io::Write, sync::Mutex, time::Instant};

/// Writes what the clients of a store do as one history, an operation on each line.
pub struct Recorder<W: Write> { out: Mutex<W>, start: Instant }

/// One client, used by one thread at a time.
pub struct Session { pub name: String, pub lives: u32 }

impl<W: Write> Recorder<W> {
    pub fn new(mut out: W, kind: &str) -> std::io::Result<Self> {
        writeln!(out, r#"{{"type":"{kind}"}}"#)?;
        Ok(Recorder { out: Mutex::new(out), start: Instant::now() })
    }

    /// Runs an operation and records it; arguments and result are JSON text. An error means: it may have happened, or
    /// may yet. Then it has no return, and the client goes on as another session: nothing orders what comes next after it.
    pub fn call<T: Display, E>(&self, who: &mut Session, method: &str, args: &str, run: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let (name, life) = (who.name.clone(), who.lives);
        let call = self.start.elapsed().as_nanos(); // a clock that never goes back; before anything is sent
        let result = run();
        let ended = self.start.elapsed().as_nanos(); // as soon as the answer is there
        let end = match &result {
            Ok(value) => format!(r#","result":{value},"return":{ended}"#),
            Err(_) => { who.lives += 1; String::new() }
        };
        let line = format!(r#"{{"session":"{name}/{life}","method":"{method}","args":[{args}],"call":{call}{end}}}"#);
        writeln!(self.out.lock().unwrap(), "{line}").expect("the history cannot be written");
        result
    }
}
