//! Three clients of a map that one lock guards; what the third puts at last times out.
mod recorder;
use recorder::{Recorder, Session};
use std::{collections::HashMap, io::stdout, sync::Mutex, thread};

fn json(value: Option<i32>) -> String {
    value.map_or("null".to_string(), |number| number.to_string())
}

fn main() -> std::io::Result<()> {
    let held: Mutex<HashMap<&str, i32>> = Mutex::new(HashMap::new());
    let recorder = Recorder::new(stdout(), "map")?;
    let put = |key: &'static str, value: i32| Ok::<_, ()>(json(held.lock().unwrap().insert(key, value)));
    thread::scope(|scope| {
        for client in 0..3 {
            let (held, recorder, put) = (&held, &recorder, &put);
            scope.spawn(move || {
                let mut who = Session { name: ["a", "b", "c"][client].to_string(), lives: 0 };
                for i in 0..20 {
                    let value = 100 * client as i32 + i;
                    let _ = recorder.call(&mut who, "put", &format!(r#""x",{value}"#), || put("x", value));
                    let _ = recorder.call(&mut who, "get", r#""x""#, || {
                        Ok::<_, ()>(json(held.lock().unwrap().get("x").copied()))
                    });
                }
                if client == 2 {
                    let _ = recorder.call(&mut who, "put", r#""x",-1"#, || Err::<String, _>("timed out"));
                    let _ = recorder.call(&mut who, "put", r#""y",1"#, || put("y", 1));
                }
            });
        }
    });
    Ok(())
}
