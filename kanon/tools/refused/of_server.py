"""What the server of the page refuses, in Chinese. It says so in English, and knows no language."""

CHINESE = {
    'there is no such table or folder below the folder where the program was started': '启动程序的文件夹里和它下面，没有这个表或文件夹',
    'this account may not read that file or folder': '这个账户不能读取那个文件或文件夹',
    '%s has changed since it was opened, or is gone; open it again': '{} 打开以后变了，或者已经不在；请重新打开',
    'the folder where the program was started has been moved or replaced; end the program with Ctrl-C, and start it again':
        '启动程序的文件夹已被移动或替换；请用 Ctrl-C 结束程序，再重新启动',
    'others may write to this folder, and this system cannot hold a folder open; name one that only your account may write to, or an empty '
    'one, and drop the tables on the page': '别人也能写这个文件夹，而这个系统不能让文件夹保持打开；请指定只有你的账户能写的文件夹，或者指定空文件夹，再把表拖到页面上',
    'this file has several names (hard links), and others may write to its folder, so one of them may have put it there; copy it, and choose '
    'the copy': '这个文件有几个名称（硬链接），而别人也能写它的文件夹，所以可能是别人放在那里的；请复制它，再选择副本',
    'this tab has no such table, or has been idle for long; choose the table again': '这个标签页没有这个表，或者很久没有动作；请重新选择表',
    'something runs in this tab already; stop it first': '这个标签页里已经有运行；请先停止它',
    'there are too many tabs, and something runs in each; close one': '标签页太多，而且每个里都有运行；请关闭一个',
    'there are too many requests at once; try again': '同时的请求太多；请再试一次',
    'the program ends': '程序正在结束',
    'nothing is written beside the tables: the program was started with --read-only': '不在表旁边写任何东西：启动程序时用了 --read-only',
    'nothing is written beside a table that the browser has sent; save the files': '浏览器发送来的表，旁边不写任何东西；请保存文件',
    'the file has %s bytes, and the disk of temporary files has %s left; choose a file below the folder where the program was started, or set '
    'TMPDIR to a folder of another disk': '文件有 {} 字节，放临时文件的磁盘还剩 {} 字节；请选择启动程序的文件夹下面的文件，或把 TMPDIR 设为另一个磁盘上的文件夹',
    'the file ended before its last byte; try again': '文件没有传完就结束了；请再试一次',
    'the disk is full, and nothing was kept of the file': '磁盘已满，没有保留文件的任何部分',
    'this request comes from elsewhere; open the address that was printed where the program was started': '这个请求来自别处；请打开启动程序时打印的地址',
    'this browser has not opened the address that was printed, or has been closed since; open that address':
        '这个浏览器没有打开过打印的地址，或者后来关闭过；请打开那个地址',
    'this address has been opened before, and opens one browser; end the program with Ctrl-C, and start it again for another address':
        '这个地址已经打开过，而它只打开一个浏览器；请用 Ctrl-C 结束程序，再重新启动，得到另一个地址',
}
